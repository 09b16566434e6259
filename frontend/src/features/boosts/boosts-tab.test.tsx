import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { aBoosted, anOrder } from "@/test/boosts";
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

it("DASH-03, DASH-13, C4, C32, BOOST-13, BOOST-15: price by hundred, type, whole hours, Expired, and Renew Boost", async () => {
  openAs(TAB, { "GET /api/boost/seller-boosted": boosted });
  const table = within(await screen.findByRole("region", { name: "Boosted Products" }));
  expect(screen.getByRole("tab", { name: /^Boosted Products/ })).toHaveTextContent("Boosted Products3");
  const heads = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Image", "Name", "Price", "Boost Type", "Boosted Until", "Time Remaining", "Actions"]);
  const rows = table.getAllByRole("row").slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  );
  expect(cells.map((row) => [row[1], row[2], row[3], row[5]])).toEqual([
    ["Smoke Vesper", "RM 640", "Standard", "71 h"],
    ["Amber Ledger", "RM 275", "Premium", "9 h"],
    ["Fig Cloister", "RM 520", "Standard", "Expired"],
  ]);
  const [renew] = table.getAllByRole("link", { name: /Renew Boost/ });
  expect(renew).toHaveAttribute("href", "/boost-checkout?products=1");
});

it("boosted products that did not load are asked for again; none at all says so", async () => {
  let fails = true;
  const { user } = openAs(TAB, {
    "GET /api/boost/seller-boosted": () => (fails ? refusal(503, "unavailable") : HttpResponse.json([])),
  });
  expect(await screen.findByRole("heading", { name: "Your boosted products did not load" })).toBeVisible();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "No boosted products" })).toBeVisible();
});

it("orders of boosts show how they stand; what was not paid is paid again, what was begun goes on", async () => {
  const orders = [
    anOrder({ orderId: "34", status: "pending", paymentUrl: "https://pay.example/a" }),
    anOrder({ orderId: "33", status: "failed" }),
    anOrder({ orderId: "31" }),
  ];
  const { user } = openAs(TAB, {
    "GET /api/boost/orders": { orders, next: null },
    "POST /api/boost/orders/33/pay": { orderId: "33", paymentUrl: "https://pay.example/b" },
  });
  const rows = await screen.findAllByTestId("boost-order");
  expect(rows.map((row) => within(row).getByText(/^(Waiting for payment|Payment failed|Paid)$/).textContent)).toEqual([
    "Waiting for payment",
    "Payment failed",
    "Paid",
  ]);
  expect(screen.getByRole("link", { name: "Receipt WG-2026-000127" })).toHaveAttribute("href", "/boosts/31/receipt");
  await user.click(screen.getByRole("button", { name: /^Continue to payment/ }));
  expect(assign).toHaveBeenLastCalledWith("https://pay.example/a");
  await user.click(screen.getByRole("button", { name: /^Pay again/ }));
  await waitFor(() => expect(assign).toHaveBeenLastCalledWith("https://pay.example/b"));
});

it("a boost that is over, not only the last one, has its report too, one for each of its bottles", async () => {
  const since = "2026-11-01T04:00:00Z";
  const until = "2026-11-04T04:00:00Z";
  const ended = (productId: number, name: string | null) => ({
    productId,
    name,
    since,
    until,
    amount: 900,
    spent: 900,
  });
  const featuredUntil = [ended(1, "Smoke Vesper"), ended(2, null)];
  const orders = [anOrder({ featuredUntil }), anOrder({ orderId: "30", status: "refunded", featuredUntil })];
  const { user } = openAs(TAB, {
    "GET /api/boost/orders": { orders, next: null },
    "GET /api/seller/boost-report": refusal(404, "not_found"),
  });
  const [first] = await screen.findAllByTestId("boost-order");
  expect(first).toHaveTextContent(/^Standard 3Standard Boost, 3 bottles, 3 days,/);
  await user.click(within(first as HTMLElement).getByText("What the boost brought"));
  expect(screen.getByRole("button", { name: "Report on Listing 2" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Report on Smoke Vesper" }));
  expect(await screen.findByRole("dialog", { name: "What the boost brought" })).toHaveTextContent("Smoke Vesper");
  const requestQuery = new URLSearchParams(callsTo("GET /api/seller/boost-report")[0]?.query);
  expect(Object.fromEntries(requestQuery)).toEqual({ productId: "1", since, until });
});

it("orders come a page at a time", async () => {
  let requestCount = 0;
  const pages = [
    { orders: [anOrder({ orderId: "40" })], next: "a" },
    { orders: [anOrder({ orderId: "39" })], next: null },
  ];
  const { user } = openAs(TAB, {
    "GET /api/boost/orders": () => HttpResponse.json(pages[Math.min(requestCount++, 1)]),
  });
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByTestId("boost-order")).toHaveLength(2));
  expect(callsTo("GET /api/boost/orders").at(-1)?.query).toBe("?cursor=a");
});
