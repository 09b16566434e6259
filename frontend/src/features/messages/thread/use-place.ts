import { type RefObject, useEffect, useRef, useState } from "react";

const MAX_PAGES = 40;

interface Log {
  box: RefObject<HTMLElement | null>;
  first: number | undefined;
  hasEarlier: boolean;
  onEarlier: () => void;
  onFound: () => void;
}

export function usePlace(place: number | null, { box, first, hasEarlier, onEarlier, onFound }: Log): boolean {
  const pages = useRef(0);
  const reached = useRef<number | null>(null);
  const [isTooFar, setTooFar] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place or earlier messages are a reason to look
  useEffect(() => {
    if (place === null || first === undefined || reached.current === place) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-seq="${place}"]`);
    if (row) {
      reached.current = place;
      pages.current = 0;
      setTooFar(false);
      onFound();
      row.scrollIntoView({ block: "center" });
      row.focus({ preventScroll: true });
    } else if (first > place && hasEarlier) {
      if (pages.current < MAX_PAGES) onEarlier();
      else setTooFar(true);
      pages.current += 1;
    }
  }, [place, first, hasEarlier]);
  return isTooFar;
}
