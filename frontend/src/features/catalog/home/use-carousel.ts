import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";

export const EVERY_MS = 10_000;
export const FADE_MS = 350;

export function useCarousel(pages: number) {
  const [page, setPage] = useState(0);
  const [paused, setPaused] = useState(false);
  const still = useStill();
  const moving = useRef<ReturnType<typeof setTimeout> | null>(null);
  const go = useCallback(
    (to: (page: number) => number) => {
      if (moving.current !== null || pages < 2) return;
      moving.current = setTimeout(() => {
        moving.current = null;
      }, FADE_MS);
      setPage((now) => (to(now) + pages) % pages);
    },
    [pages],
  );
  useEffect(() => () => clearTimeout(moving.current ?? undefined), []);
  const stopped = paused || still;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page turned by hand stays ten seconds
  useEffect(() => {
    if (stopped || pages < 2) return;
    const timer = setInterval(() => go((now) => now + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, [stopped, pages, go, page]);
  return { page: Math.min(page, Math.max(0, pages - 1)), go, stopped, still, setPaused };
}

const WISH = "(prefers-reduced-motion: reduce)";

/** Does not turn by itself with reduced motion. */
function useStill(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const wish = window.matchMedia?.(WISH);
      wish?.addEventListener?.("change", listener);
      return () => wish?.removeEventListener?.("change", listener);
    },
    () => window.matchMedia?.(WISH).matches ?? false,
  );
}
