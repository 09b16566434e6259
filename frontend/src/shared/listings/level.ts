export interface Level {
  percent: number;
  left: number | null;
  volume: number | null;
}

export function levelOf(percent: number, volume: number | null): Level {
  return { percent, volume, left: volume === null ? null : Math.round((volume * percent) / 100) };
}

export function pricePerMl(ringgit: number, percent: number, volume: number | null): number | null {
  if (!volume || percent <= 0) return null;
  return ringgit / ((volume * percent) / 100);
}

export type Juice = "pandan" | "ambar" | "rosella" | "empty";

export function juiceOf(percent: number): Juice {
  if (percent > 90) return "pandan";
  if (percent > 50) return "ambar";
  return percent > 0 ? "rosella" : "empty";
}
