export function oneOf<T extends string>(allowed: readonly T[], word: string | null): T | undefined {
  return allowed.find((allowedWord) => allowedWord === word);
}
