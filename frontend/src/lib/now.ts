/** The server's time: learnt from answers and frames, told once a second, or at each second of a countdown. */
import { useEffect, useState, useSyncExternalStore } from "react";

/** A word of the server's clock is forgotten after this time, for clocks of devices run fast or slow. */
const FORGOTTEN_MS = 10 * 60_000;
/** So much cannot be the way of an answer: the device's own clock was set. */
const CLOCK_WAS_SET_MS = 5000;

let offset = 0;
let learntAt = Number.NEGATIVE_INFINITY;
let now = Date.now();
let ticker: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/**
 * Learn the server's clock from a word that carries it. On its way, and in any cache, a word only grows older: of
 * several, the one that puts the server's time furthest ahead is nearest to the truth.
 */
export function learnServerTime(serverNow: string, receivedAt = Date.now()): void {
  const heard = Date.parse(serverNow) - receivedAt;
  if (Number.isNaN(heard)) return;
  const known = Math.abs(receivedAt - learntAt) < FORGOTTEN_MS && offset - heard < CLOCK_WAS_SET_MS;
  if (known && heard <= offset) return;
  offset = heard;
  learntAt = receivedAt;
  tick();
}

export function serverNow(): number {
  return Date.now() + offset;
}

export function useServerNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** The server's time, told at each whole second before `end`, so that a countdown changes when the second does. */
export function useTimeTowards(end: string): number {
  const [moment, setMoment] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const current = serverNow();
      setMoment(current);
      const left = Date.parse(end) - current;
      timer = setTimeout(look, left > 0 ? left % 1000 || 1000 : 1000);
    };
    look();
    listeners.add(look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      listeners.delete(look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [end]);
  return moment;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticker === undefined) {
    now = serverNow();
    ticker = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticker);
      ticker = undefined;
    }
  };
}

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}
