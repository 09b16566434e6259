/** Words that the gateway writes into a page that comes drawn (docs/decisions/0016); the app itself waits with a bar. */
import type { ReactNode } from "react";
import { Skeleton } from "./skeleton";

const DRAWING = import.meta.env.SSR;

export const markOf = (word: string) => (DRAWING ? `{{${word}}}` : "");

export function FirstWord({ of, className }: { of: string; className: string }) {
  return DRAWING ? markOf(of) : <Skeleton className={className} />;
}

/** A part of the drawing that stays only where it is so. */
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
