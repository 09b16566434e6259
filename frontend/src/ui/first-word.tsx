/** The gateway writes these words into the drawn page (docs/decisions/0016). */
import type { ReactNode } from "react";
import { Skeleton } from "./skeleton";

const DRAWING = import.meta.env.SSR;

export const markOf = (word: string) => (DRAWING ? `{{${word}}}` : "");

export function FirstWord({ mark, className }: { mark: string; className: string }) {
  return DRAWING ? markOf(mark) : <Skeleton className={className} />;
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
