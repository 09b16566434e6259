import type { ComponentType } from "react";

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
