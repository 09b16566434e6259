export type ConnectionState = "connecting" | "open" | "authenticated" | "closed";

export const isConnected = (state: ConnectionState): boolean => state === "open" || state === "authenticated";
