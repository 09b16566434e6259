import { useSyncExternalStore } from "react";

const OFF = { typing: "wangi.typing-hidden", presence: "wangi.presence-hidden" };
type What = keyof typeof OFF;
const listeners = new Set<() => void>();

export const isShown = (what: What): boolean => localStorage.getItem(OFF[what]) === null;

export function setShown(what: What, shows: boolean): void {
  if (shows) localStorage.removeItem(OFF[what]);
  else localStorage.setItem(OFF[what], "1");
  for (const listener of listeners) listener();
}

export const useIsShown = (what: What): boolean => useSyncExternalStore(onChange, () => isShown(what));

function onChange(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || Object.values(OFF).includes(key)) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}
