import { type ComponentType, lazy } from "react";

export const later = (fetched: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await fetched().catch(() => Nothing) }));

const Nothing = () => null;
