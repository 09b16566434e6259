export type ConnectionState = "connecting" | "open" | "authenticated" | "closed";

/** Frames go both ways, signed in or not. */
export const isConnected = (state: ConnectionState): boolean => state === "open" || state === "authenticated";
