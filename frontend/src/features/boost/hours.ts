/** How long a boost goes on. */
const HOUR_MS = 3_600_000;

/** Whole hours left; 0 once it is over. */
export function hoursLeft(until: string | null, now: number): number {
  return until ? Math.max(0, Math.ceil((Date.parse(until) - now) / HOUR_MS)) : 0;
}
