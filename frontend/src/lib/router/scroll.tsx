/** Back finds the page scrolled as it was left, also after a reload; a new page begins at its top. */
import { useEffect, useLayoutEffect } from "react";
import { useRouter, useRouterState } from "./hooks";
import type { Location } from "./places";

const KEPT = "wangi_scroll";
let positions: Record<string, number> | undefined;

export function ScrollRestoration() {
  const router = useRouter();
  const { location, stays } = useRouterState();
  useEffect(() => {
    window.history.scrollRestoration = "manual";
    const leave = (from: Location) => {
      known()[placeOf(from)] = window.scrollY;
    };
    const keep = () => {
      leave(router.state.location);
      write();
      window.history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", keep);
    const forget = router.onLeave(leave);
    return () => {
      window.removeEventListener("pagehide", keep);
      forget();
    };
  }, [router]);
  useLayoutEffect(() => {
    const left = known()[placeOf(location)];
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (left !== undefined) window.scrollTo(0, left);
    else if (target) target.scrollIntoView();
    else if (!stays) window.scrollTo(0, 0);
  }, [location, stays]);
  return null;
}

/** The first page of a visit has no key of its own; by its address, another page opened in its place begins at its top. */
function placeOf({ key, pathname, search }: Location): string {
  return key === "default" ? pathname + search : key;
}

function known(): Record<string, number> {
  positions ??= read();
  return positions;
}

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

function write(): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(known()));
  } catch {
    // Storage may be closed to us; the page then begins at its top.
  }
}
