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

export function trackEvent(name: EventName, params: Params = {}): void {
  window.gtag?.("event", name, params);
}

export function startAnalytics(): () => void {
  window.gtag = (command, name, params = {}) => {
    if (command !== "event" || readConsent() !== "yes") return;
    const event = { name, at: new Date().toISOString(), path: currentPath(), params };
    import("./counter").then(
      ({ storeEvent: keep }) => keep(event),
      () => undefined,
    );
  };
  const reportError = (event: ErrorEvent) =>
    trackEvent("javascript_error", { message: cutText(event.message), page_path: currentPath() });
  window.addEventListener("error", reportError);
  window.addEventListener("unhandledrejection", reportRejection);
  return () => {
    window.removeEventListener("error", reportError);
    window.removeEventListener("unhandledrejection", reportRejection);
    delete window.gtag;
  };
}

/** Logged only: an unhandled rejection breaks no screen. */
function reportRejection(event: PromiseRejectionEvent): void {
  const message = event.reason instanceof Error ? event.reason.message : String(event.reason);
  // biome-ignore lint/suspicious/noConsole: the one place where an unhandled rejection is shown to a developer
  console.error("promise_rejection", message);
  trackEvent("promise_rejection", { message: cutText(message), page_path: currentPath() });
  event.preventDefault();
}

const currentPath = () => window.location.pathname;
const cutText = (text: string) => text.slice(0, LONGEST);
