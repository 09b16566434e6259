/** A part of the frame that is fetched once the page stands; where it cannot be had, the page goes without it. */
import { type ComponentType, lazy } from "react";

export const later = (fetched: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await fetched().catch(() => Nothing) }));

const Nothing = () => null;
