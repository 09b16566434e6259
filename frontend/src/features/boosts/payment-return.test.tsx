import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { aBoosted, anOrder, aReceipt } from "@/test/boosts";
import { callsTo, openAs } from "@/test/dashboard";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const TAB = "/seller/dashboard?tab=boosted";
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 - 60_000).toISOString();
const boosted = [
  aBoosted({ id: 1, name: "Smoke Vesper", price: 64_000, boosted_until: inHours(71) }),
  aBoosted({ id: 2, name: "Amber Ledger", price: 27_500, boost_type: "premium", boosted_until: inHours(9) }),
  aBoosted({ id: 3, name: "Fig Cloister", price: 52_000, is_featured: false, boosted_until: inHours(-5) }),
];
const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
});

const back = (payment: string, order = "&order=31") => `${TAB}&payment=${payment}&message=Call%20this%20number${order}`;

it("DASH-15, PAY-03, PAY-04: while the bank has not answered it says so, and asks until it has; then everything is fetched anew", async () => {
  let requestCount = 0;
  const { path } = openAs(back("failed"), {
    "GET /api/boost/seller-boosted": boosted,
    "GET /api/boost/orders/31": () => HttpResponse.json(anOrder({ status: ++requestCount < 3 ? "pending" : "paid" })),
  });
  expect(await screen.findByText("Processing your request")).toBeVisible();
  await waitFor(() => expect(path()).toBe(TAB));
  expect(await screen.findByText("Payment Successful", {}, { timeout: 8000 })).toBeVisible();
  expect(screen.getByText("3 bottles are featured now.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Receipt WG-2026-000127" })).toHaveAttribute("href", "/boosts/31/receipt");
  await waitFor(() => expect(callsTo("GET /api/boost/seller-boosted").length).toBeGreaterThan(1));
  expect(screen.queryByText(/Call this number/)).toBeNull();
});

it("ANA-05: a boost that was paid is counted once, with its kind, hours and value", async () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  openAs(back("success"), { "GET /api/boost/orders/31": anOrder() });
  expect(await screen.findByText("Payment Successful")).toBeVisible();
  const purchase = { package_type: "standard", duration_hours: 72, item_count: 3, value: 27, currency: "MYR" };
  expect(gtag.mock.calls.filter(([, name]) => name === "boost_purchase")).toEqual([
    ["event", "boost_purchase", purchase],
  ]);
  vi.unstubAllGlobals();
});

it.each(["failed", "expired", "cancelled"] as const)(
  "DASH-15, PAY-04: an address that says success is not believed when the order is %s, and it can be paid again",
  async (status) => {
    const { user } = openAs(back("success"), {
      "GET /api/boost/orders/31": anOrder({ status }),
      "POST /api/boost/orders/31/pay": { orderId: "31", paymentUrl: "https://pay.example/c" },
    });
    expect(await screen.findByText("Payment Failed")).toBeVisible();
    expect(screen.queryByText("Payment Successful")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Pay again/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/c"));
  },
);

it.each([
  ["review", "We check this payment by hand. You need not pay again."],
  ["refunded", "The amount is in your wallet, for another boost."],
] as const)("an order that is in %s needs no other payment", async (status, words) => {
  openAs(back("success"), { "GET /api/boost/orders/31": anOrder({ status }) });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Pay again/ })).toBeNull();
});

it("DASH-15, PAY-04: when the server cannot say how it went, that is an error, and it can be asked again", async () => {
  let fails = true;
  const { user } = openAs(back("error"), {
    "GET /api/boost/orders/31": () => (fails ? refusal(503, "unavailable") : HttpResponse.json(anOrder())),
  });
  expect(await screen.findByText("Payment Error", {}, { timeout: 8000 })).toBeVisible();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Payment Successful")).toBeVisible();
});

it.each(["", "&order=-1", "&order=1e3", "&order=31/../../user"])(
  "DASH-15: without an order (%s) nothing is claimed",
  async (order) => {
    const { user, path } = openAs(back("success", order));
    expect(await screen.findByText("You are back from the payment page.")).toBeVisible();
    expect(screen.queryByText("Payment Successful")).toBeNull();
    await waitFor(() => expect(path()).toBe(TAB));
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("You are back from the payment page.")).toBeNull();
  },
);

it("a receipt has its number, its lines, tax, total and what the wallet paid, and prints", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { user } = openAs("/boosts/31/receipt", { "GET /api/boost/orders/31/receipt": aReceipt() });
  expect(await screen.findByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));
  expect(facts).toEqual([
    ...["WG-2026-000127", expect.stringContaining("20 Nov 2026"), "Nurul Aisyah", "FPX, Maybank2u", "8X0Iyzaw"],
    ...["RM 27.00", "RM 0.00", "RM 27.00", "−RM 7.00", "RM 20.00"],
  ]);
  expect(screen.getByText("Service tax (0%)")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it("a receipt that does not exist is named so", async () => {
  openAs("/boosts/32/receipt", { "GET /api/boost/orders/32/receipt": refusal(404, "not_found") });
  expect(await screen.findByRole("heading", { level: 1, name: "No such receipt" })).toBeVisible();
});

it.each([
  [
    "too_many_replaced_bills",
    "You changed many times how you pay. Your orders stay as they are. Please wait 50 minutes",
  ],
  ["too_many_open_orders", "You have several boost orders that are not paid yet. Pay one of them, or wait an hour."],
])("PAY-05: who may not pay again now reads why, and when (%s)", async (code, words) => {
  const { user } = openAs(TAB, {
    "GET /api/boost/orders": { orders: [anOrder({ orderId: "33", status: "failed" })], next: null },
    "POST /api/boost/orders/33/pay": () =>
      HttpResponse.json({ message: code, code, details: {} }, { status: 429, headers: { "Retry-After": "3000" } }),
  });
  await user.click(await screen.findByRole("button", { name: /^Pay again/ }));
  await waitFor(() => expect(screen.getAllByText(new RegExp(`^${words}`))[0]).toBeVisible());
});
