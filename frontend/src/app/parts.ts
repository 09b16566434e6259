/** Parts of the app that any press may need: fetched before one does; where one was missed, the page begins anew. */
import { readToken } from "@/lib/session/token";
import { loadToaster } from "./providers";

const BEGUN = "wangi_begun_anew";
/** A part that is gone for good must not keep the page turning. */
const ONCE_IN_MS = 60_000;
const AFTER_START_MS = 2_000;

export function keepParts(): void {
  window.addEventListener("vite:preloadError", () => void beginAnew());
  // A guest presses little that needs them, and is the one who waits for the first page.
  if (readToken()) setTimeout(fetchParts, AFTER_START_MS);
}

function fetchParts(): void {
  for (const part of [import("@/lib/calls/commands"), loadToaster()]) part.catch(() => undefined);
}

/** A browser keeps that a module did not come for as long as the page lives; only a new page asks for it again. */
async function beginAnew(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(BEGUN)) < ONCE_IN_MS) return;
  const isThere = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) return;
  sessionStorage.setItem(BEGUN, String(Date.now()));
  window.location.reload();
}
