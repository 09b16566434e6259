/** Our own counting behind the usual tag function: nothing is kept or sent before consent, nothing goes to third parties. */
import { onConsent, readConsent } from "./consent";

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

type Params = Record<string, unknown>;

interface Event {
  name: string;
  at: string;
  path: string;
  params: Params;
}

declare global {
  interface Window {
    gtag?: (command: string, name: string, params?: Params) => void;
  }
}

const ADDRESS = "/api/v1/events";
const BATCH = 20;
const PAUSE_MS = 5000;
const LONGEST = 200;

let waiting: Event[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

/** Calls the global tag function, when there is one. */
export function track(name: EventName, params: Params = {}): void {
  window.gtag?.("event", name, params);
}

/** Puts the tag function in place; returns the way to take it away again. */
export function startAnalytics(): () => void {
  window.gtag = (command, name, params = {}) => {
    if (command === "event") keep(name, params);
  };
  const leaving = () => document.visibilityState === "hidden" && flush();
  const broke = (event: ErrorEvent) => track("javascript_error", { message: cut(event.message), page_path: here() });
  document.addEventListener("visibilitychange", leaving);
  window.addEventListener("error", broke);
  window.addEventListener("unhandledrejection", rejected);
  const forget = onConsent(() => readConsent() !== "yes" && drop());
  return () => {
    document.removeEventListener("visibilitychange", leaving);
    window.removeEventListener("error", broke);
    window.removeEventListener("unhandledrejection", rejected);
    forget();
    drop();
    delete window.gtag;
  };
}

/** Written to the log only: an unawaited promise breaks no screen. */
function rejected(event: PromiseRejectionEvent): void {
  const message = event.reason instanceof Error ? event.reason.message : String(event.reason);
  // biome-ignore lint/suspicious/noConsole: the one place where an unhandled rejection is shown to a developer
  console.error("promise_rejection", message);
  track("promise_rejection", { message: cut(message), page_path: here() });
  event.preventDefault();
}

function keep(name: string, params: Params): void {
  if (readConsent() !== "yes") return;
  waiting.push({ name, at: new Date().toISOString(), path: here(), params });
  if (waiting.length >= BATCH) flush();
  else timer ??= setTimeout(flush, PAUSE_MS);
}

export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0 || readConsent() !== "yes") return;
  const body = JSON.stringify({ session, events: waiting });
  waiting = [];
  const blob = new Blob([body], { type: "application/json" });
  if (navigator.sendBeacon?.(ADDRESS, blob)) return;
  void fetch(ADDRESS, { method: "POST", body, headers: { "Content-Type": "application/json" }, keepalive: true }).catch(
    () => undefined,
  );
}

function drop(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
}

const here = () => window.location.pathname;
const cut = (text: string) => text.slice(0, LONGEST);

interface Sold {
  id: number;
  name: string;
  brand: string;
  price: number;
  category?: { name: string } | null;
}

/** A product as the events name it. */
export function itemOf(product: Sold, place: { list?: string; index?: number } = {}): Params {
  return {
    item_id: product.id,
    item_name: product.name,
    item_category: product.category?.name || "Perfume",
    price: product.price,
    item_brand: product.brand || "Unknown",
    quantity: 1,
    ...(place.list && { item_list_name: place.list }),
    ...(place.index !== undefined && { index: place.index }),
  };
}
