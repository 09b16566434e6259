export function shortenText(words: string, longest: number): string {
  const line = words.trim().replaceAll(/\s+/g, " ");
  return line.length <= longest ? line : `${line.slice(0, longest).trimEnd()}...`;
}
