import type { ComponentType } from "react";

/** From when until when it ran; without them it is the last one. */
export interface Times {
  since: string;
  until: string;
}

export type Report = ComponentType<{
  productId: number;
  name: string;
  spent: number;
  times?: Times;
  onClose: () => void;
}>;
