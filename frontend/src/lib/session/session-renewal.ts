import { freshToken } from "@/lib/calls/api-client";
import { claimsOf, onTokenChange, readToken } from "./token";

const MARGIN_MS = 90_000;
const SHORTEST_MS = 30_000;
const LONGEST_MS = 2_000_000_000;

export function renewSessionEarly(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleRenewal = (token: string | null, wait: number | null) => {
    clearTimeout(timer);
    if (token && wait !== null) timer = setTimeout(() => void freshToken(token), Math.min(wait, LONGEST_MS));
  };
  scheduleRenewal(readToken(), untilSpent(readToken()));
  const stop = onTokenChange((token) => scheduleRenewal(token, lifetimeOf(token)));
  return () => {
    clearTimeout(timer);
    stop();
  };
}

function untilSpent(token: string | null): number | null {
  const { exp } = claimsOf(token) ?? {};
  return exp ? Math.max(0, exp * 1000 - Date.now() - MARGIN_MS) : null;
}

/** A new token is measured by its own lifetime: a wrong clock must not cause a refresh loop. */
function lifetimeOf(token: string | null): number | null {
  const { exp, iat } = claimsOf(token) ?? {};
  return exp && iat ? Math.max(SHORTEST_MS, (exp - iat) * 1000 - MARGIN_MS) : null;
}
