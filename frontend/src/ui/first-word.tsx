/** The gateway writes these words into the drawn page (docs/decisions/0016). */
import type { ReactNode } from "react";
import { Skeleton } from "./skeleton";

const DRAWING = import.meta.env.SSR;

export const markOf = (word: string) => (DRAWING ? `{{${word}}}` : "");

export function FirstWord({ of, className }: { of: string; className: string }) {
  return DRAWING ? markOf(of) : <Skeleton className={className} />;
}

export function Where({ is, children }: { is: string; children: ReactNode }) {
  if (!DRAWING) return null;
  return (
    <>
      {`{{#${is}}}`}
      {children}
      {`{{/${is}}}`}
    </>
  );
}
