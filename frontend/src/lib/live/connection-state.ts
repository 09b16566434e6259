/** How a live connection stands. */

/** `authenticated` once the server has answered a sign-in with `auth_success`; a guest's connection stays `open`. */
export type ConnectionState = "connecting" | "open" | "authenticated" | "closed";

/** Frames go both ways, signed in or not. */
export const isConnected = (state: ConnectionState): boolean => state === "open" || state === "authenticated";
