/** Nothing is stored or sent before consent, and nothing goes to third parties. */

import { readConsent } from "./consent";
import type { Params } from "./counter";

export type EventName =
  | "page_view"
  | "view_item"
  | "bid"
  | "boost_purchase"
  | "purchase"
  | "message"
  | "page_timing"
  | "javascript_error"
  | "promise_rejection";

declare global {
  interface Window {
    gtag?: (command: string, name: string, params?: Params) => void;
  }
}

const LONGEST = 200;

export function track(name: EventName, params: Params = {}): void {
  window.gtag?.("event", name, params);
}

export function startAnalytics(): () => void {
  window.gtag = (command, name, params = {}) => {
    if (command !== "event" || readConsent() !== "yes") return;
    const event = { name, at: new Date().toISOString(), path: currentPath(), params };
    import("./counter").then(
      ({ keep }) => keep(event),
      () => undefined,
    );
  };
  const broke = (event: ErrorEvent) =>
    track("javascript_error", { message: cut(event.message), page_path: currentPath() });
  window.addEventListener("error", broke);
  window.addEventListener("unhandledrejection", rejected);
  return () => {
    window.removeEventListener("error", broke);
    window.removeEventListener("unhandledrejection", rejected);
    delete window.gtag;
  };
}

/** Logged only: an unhandled rejection breaks no screen. */
function rejected(event: PromiseRejectionEvent): void {
  const message = event.reason instanceof Error ? event.reason.message : String(event.reason);
  // biome-ignore lint/suspicious/noConsole: the one place where an unhandled rejection is shown to a developer
  console.error("promise_rejection", message);
  track("promise_rejection", { message: cut(message), page_path: currentPath() });
  event.preventDefault();
}

const currentPath = () => window.location.pathname;
const cut = (text: string) => text.slice(0, LONGEST);
