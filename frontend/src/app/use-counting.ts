import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { trackEvent } from "@/shared/analytics/analytics";
import { useConsent } from "@/shared/analytics/consent";

export function useCounting(): void {
  const { pathname } = useLocation();
  const consent = useConsent();
  const timed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when consent is given on the page that is open
  useEffect(() => {
    trackEvent("page_view", { page_path: pathname, page_title: document.title });
  }, [pathname, consent]);
  useEffect(() => {
    if (timed.current || consent !== "yes") return;
    timed.current = true;
    const [loading] = performance.getEntriesByType?.("navigation") ?? [];
    const { domContentLoadedEventEnd = 0, duration = 0 } = (loading ?? {}) as Partial<PerformanceNavigationTiming>;
    const value = Math.round(domContentLoadedEventEnd || duration || performance.now());
    trackEvent("page_timing", { name: "load", value, page_path: window.location.pathname });
  }, [consent]);
}
