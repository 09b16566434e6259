export const isPhone = (): boolean => matchMedia("(width<48rem)").matches;
