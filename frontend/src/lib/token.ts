/** The access token in local storage, shared by every tab of this browser. */

const KEY = "app_token";
const LEGACY = ["auth_token", "supabase_token"];
const listeners = new Set<(token: string | null) => void>();

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
  for (const key of LEGACY) localStorage.removeItem(key);
  announce(token);
}

export function removeToken(): void {
  for (const key of [KEY, ...LEGACY]) localStorage.removeItem(key);
  announce(null);
}

/** Hear of every change, made here or in another tab. */
export function onTokenChange(listener: (token: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function watchOtherTabs(): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) announce(readToken());
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

function announce(token: string | null): void {
  for (const listener of listeners) listener(token);
}
