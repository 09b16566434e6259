export type Shape = "portrait" | "square" | "free";

export interface Cut {
  shape: Shape;
  zoom: number;
  width: number;
  height: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Cut = { shape: "portrait", zoom: 100, width: 100, height: 100, x: 50, y: 50 };

const RATIO = { portrait: 4 / 5, square: 1 };

export function keptPart(photo: Size, cut: Cut): Size & { left: number; top: number } {
  const { width, height } = keptSize(photo, cut);
  return {
    width,
    height,
    left: Math.round(((photo.width - width) * cut.x) / 100),
    top: Math.round(((photo.height - height) * cut.y) / 100),
  };
}

function keptSize(photo: Size, cut: Cut): Size {
  if (cut.shape === "free") {
    return { width: shareOf(photo.width, cut.width), height: shareOf(photo.height, cut.height) };
  }
  const ratio = RATIO[cut.shape];
  const width = Math.min(photo.width, photo.height * ratio) / (cut.zoom / 100);
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / ratio)) };
}

function shareOf(length: number, percent: number): number {
  return Math.max(1, Math.round((length * percent) / 100));
}
