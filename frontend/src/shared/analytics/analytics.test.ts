import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startAnalytics, trackEvent } from "./analytics";
import { itemOf } from "./analytics-item";
import { giveConsent } from "./consent";
import { sendEvents } from "./counter";

let stop: () => void;
const sent: { session: string; events: { name: string; path: string; params: Record<string, unknown> }[] }[] = [];
const beacon = vi.fn((_address: string, _body: Blob) => true);

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers();
  Object.defineProperty(navigator, "sendBeacon", { value: beacon, configurable: true });
  beacon.mockImplementation((_address, body) => {
    void body.text().then((text) => sent.push(JSON.parse(text)));
    return true;
  });
  beacon.mockClear();
  stop = startAnalytics();
});
afterEach(() => {
  stop();
  giveConsent(null);
});

it("C37: before consent nothing is kept, so that nothing is sent after it either", async () => {
  trackEvent("page_view", { page_path: "/" });
  giveConsent("yes");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(beacon).not.toHaveBeenCalled();
});

it("ANA-02, C37: events go through the tag function, in one batch, to our own address", async () => {
  giveConsent("yes");
  window.gtag?.("event", "bid", { auction_id: 422, bid_amount: 100, currency: "MYR" });
  trackEvent("message", { recipient_type: "seller" });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(beacon.mock.calls[0]?.[0]).toBe("/api/v1/events");
  expect(sent[0]?.events.map(({ name, path }) => [name, path])).toEqual([
    ["bid", window.location.pathname],
    ["message", window.location.pathname],
  ]);
});

it("C37: withdrawing consent drops waiting events", async () => {
  giveConsent("yes");
  trackEvent("page_view");
  await vi.dynamicImportSettled();
  giveConsent("no");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(beacon).not.toHaveBeenCalled();
});

it("leaving a page sends waiting events", async () => {
  giveConsent("yes");
  trackEvent("page_view");
  await vi.dynamicImportSettled();
  sendEvents();
  expect(beacon).toHaveBeenCalledTimes(1);
});

it("ANA-09, XCUT-03: an unhandled rejection is logged, suppressed and reported; so is a script's error", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const tag = vi.fn();
  window.gtag = tag;
  const rejection = Object.assign(new Event("unhandledrejection", { cancelable: true }), { reason: new Error("lost") });
  window.dispatchEvent(rejection);
  expect(rejection.defaultPrevented).toBe(true);
  expect(log).toHaveBeenCalledWith("promise_rejection", "lost");
  window.dispatchEvent(Object.assign(new Event("error"), { message: "broke" }));
  expect(tag.mock.calls.map(([, name, params]) => [name, params])).toEqual([
    ["promise_rejection", { message: "lost", page_path: "/" }],
    ["javascript_error", { message: "broke", page_path: "/" }],
  ]);
});

it("ANA-10: an item has its fixed fields, its defaults, and its place in a list where it has one", () => {
  const product = { id: 1, name: "Smoke Vesper", brand: "", price: 640, category: null };
  expect(itemOf(product, { list: "Catalogue", index: 2 })).toEqual({
    item_id: 1,
    item_name: "Smoke Vesper",
    item_category: "Perfume",
    price: 640,
    item_brand: "Unknown",
    quantity: 1,
    item_list_name: "Catalogue",
    index: 2,
  });
});
