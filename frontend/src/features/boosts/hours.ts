const HOUR_MS = 3_600_000;

export function hoursLeft(until: string | null, now: number): number {
  return until ? Math.max(0, Math.ceil((Date.parse(until) - now) / HOUR_MS)) : 0;
}
