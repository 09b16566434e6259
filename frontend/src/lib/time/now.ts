import { useSyncExternalStore } from "react";

let offset = 0;
let now = Date.now();
let ticker: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

export function setClock(difference: number): void {
  offset = difference;
  publishTime();
}

export function serverNow(): number {
  return Date.now() + offset;
}

export function useServerNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticker === undefined) {
    now = serverNow();
    ticker = setInterval(publishTime, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticker);
      ticker = undefined;
    }
  };
}

function publishTime(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}
