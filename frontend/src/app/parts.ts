/** Parts of the app that any press may need, and whether one did not come: then only a new page asks for it again. */
import { readToken } from "@/lib/session/token";
import { loadToaster } from "./providers";

const AFTER_START_MS = 2_000;
/** Counts visits; where a browser blocks it, nothing is missed. */
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

/** A browser keeps that a module did not come for as long as its page lives. */
export const isPartMissed = () => isMissed;

export function onMissedPart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
