/** The report of one boost, drawn from the dashboard's own figures. */
import type { ComponentType } from "react";

export type Report = ComponentType<{ productId: number; name: string; spent: number; onClose: () => void }>;
