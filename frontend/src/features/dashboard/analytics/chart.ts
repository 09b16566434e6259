import type { Day } from "../api";

export function gridOf(highest: number, whole = true): [number, number] {
  if (whole && highest <= 2) return [1, 2];
  const size = 10 ** Math.floor(Math.log10(highest / 2));
  const half = [1, 2, 3, 5, 10].map((factor) => factor * size).find((step) => step * 2 >= highest * 0.8) ?? highest;
  return [half, half * 2];
}

export interface Totals {
  views: number;
  favourites: number;
  best: Day | null;
}

export function totalsOf(days: Day[]): Totals {
  const sum = (figure: "views" | "favourites") => days.reduce((total, day) => total + day[figure], 0);
  const best = days.reduce<Day | null>((most, day) => (day.views > (most?.views ?? 0) ? day : most), null);
  return { views: sum("views"), favourites: sum("favourites"), best };
}

export function namedDays<Named>(days: Named[]): Named[] {
  if (days.length < 8) return days;
  const last = days.length - 1;
  return [0, Math.round(last / 3), Math.round((last * 2) / 3), last].flatMap((at) => days[at] ?? []);
}
