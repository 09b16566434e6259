/** Whether the page is as narrow as a phone now, where the tab bar stands for the icons at the top. */
export const isPhone = (): boolean => matchMedia("(width<48rem)").matches;
