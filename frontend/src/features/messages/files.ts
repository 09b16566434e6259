/** What may be attached, as the server has it. */

export const ACCEPTED = "image/jpeg,image/png,image/gif,image/webp,.pdf,.doc,.docx";
export const MOST_BYTES = 5 * 1024 * 1024;

/** The size of a file in words: 3 KB, 1.2 MB. */
export function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
