import { useSyncExternalStore } from "react";

export type Consent = "yes" | "no" | null;
const KEY = "wangi_sanction";
const listeners = new Set<() => void>();

export function readConsent(): Consent {
  const stored = localStorage.getItem(KEY);
  return stored === "yes" || stored === "no" ? stored : null;
}

export function giveConsent(consent: Consent): void {
  if (consent) localStorage.setItem(KEY, consent);
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConsent(): Consent {
  return useSyncExternalStore(onConsent, readConsent);
}
