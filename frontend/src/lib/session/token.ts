const KEY = "app_token";
const LEGACY = ["auth_token", "supabase_token"];
const CHANNEL = "wangi-session";
const ACCOUNT_NAME = /^[\w.+-]{1,64}(@[\w.-]{1,190})?$/;
const listeners = new Set<(token: string | null) => void>();
let channel: BroadcastChannel | undefined;

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function isSignedToken(token: string): boolean {
  return token.split(".").length === 3;
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
  for (const key of LEGACY) localStorage.removeItem(key);
  notifyListeners(token);
}

export function removeToken(): void {
  for (const key of [KEY, ...LEGACY]) localStorage.removeItem(key);
  notifyListeners(null);
}

export function onTokenChange(listener: (token: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The storage event is for browsers without BroadcastChannel and for cleared storage. */
export function watchOtherTabs(): () => void {
  const changed = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) announceToken(readToken());
  };
  window.addEventListener("storage", changed);
  channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : undefined;
  channel?.addEventListener("message", () => announceToken(readToken()));
  return () => {
    window.removeEventListener("storage", changed);
    channel?.close();
    channel = undefined;
  };
}

export interface Claims {
  sub?: string;
  email?: string;
  username?: string;
  iat?: number;
  exp?: number;
}

/** Not verified: only the server knows whether the claims are true. */
export function claimsOf(token: string | null): Claims | null {
  try {
    const middle = token?.split(".")[1] ?? "";
    return JSON.parse(atob(middle.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return null;
  }
}

/** A forged token can carry any text, so only ids of a strict form are returned. */
export function accountIn(token: string | null): string | undefined {
  const { email, username } = claimsOf(token) ?? {};
  return [email, username].find((name) => typeof name === "string" && ACCOUNT_NAME.test(name));
}

export function isSamePerson(first: string | null, second: string | null): boolean {
  const sub = claimsOf(first)?.sub;
  return first === second || (sub !== undefined && sub === claimsOf(second)?.sub);
}

function notifyListeners(token: string | null): void {
  announceToken(token);
  channel?.postMessage("changed");
}

function announceToken(token: string | null): void {
  for (const listener of listeners) listener(token);
}
