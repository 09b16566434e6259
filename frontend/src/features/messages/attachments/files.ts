export const ACCEPTED = "image/jpeg,image/png,image/gif,image/webp,.pdf,.doc,.docx";
export const MAX_BYTES = 5 * 1024 * 1024;
