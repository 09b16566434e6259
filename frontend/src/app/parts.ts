import { readToken } from "@/lib/session/token";
import { loadToaster } from "./providers";

const AFTER_START_MS = 2_000;
const COUNTER = /\/counter-[^/]*\.js/;

let isMissed = false;
const listeners = new Set<() => void>();

export function keepParts(): void {
  window.addEventListener("vite:preloadError", ({ payload }: Event & { payload?: Error }) => {
    if (COUNTER.test(payload?.message ?? "")) return;
    isMissed = true;
    for (const listener of listeners) listener();
  });
  if (readToken()) setTimeout(fetchParts, AFTER_START_MS);
}

function fetchParts(): void {
  for (const part of [import("@/lib/calls/commands"), loadToaster()]) part.catch(() => undefined);
}

/** Browsers cache a failed module import for the life of the page. */
export const isPartMissed = () => isMissed;

export function onMissedPart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
