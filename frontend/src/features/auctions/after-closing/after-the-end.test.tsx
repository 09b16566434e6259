import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import type { Auction } from "../live";
import type { Afterwards, Sale } from "./api";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const NOTHING: Afterwards = { sale: null, secondChance: null, nextBidder: null, mayRelist: false };

function aSale(change: Partial<Sale> = {}): Sale {
  const buyer = { id: 11, name: "zaki4", isDeleted: false };
  return {
    number: 1,
    buyer,
    price: 100,
    wonAt: later(-1),
    payBy: later(47),
    state: "to_pay",
    cancelledBy: null,
    ...change,
  };
}

function shows(after: Afterwards, change: Partial<Auction> = {}) {
  const ended = { status: "ended", outcome: "sold", winnerId: 11, finalPrice: 100, endsAt: later(-1), ...change };
  const sent: unknown[] = [];
  let now = after;
  const record = async ({ request }: { request: Request }) => {
    if (!request.url.endsWith("/settle")) expect(request.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
    const body = await request.text();
    sent.push([new URL(request.url).pathname.split("/422/")[1], body ? JSON.parse(body) : null]);
    return HttpResponse.json(now);
  };
  server.use(
    http.get("*/api/auctions/422", () => HttpResponse.json(anAuction(ended))),
    http.get("*/api/auctions/422/afterwards", () => HttpResponse.json(now)),
    http.post("*/api/auctions/422/settle", record),
    http.post("*/api/auctions/422/second-chance", record),
    http.post("*/api/auctions/422/second-chance/answer", record),
  );
  return { sent, becomes: (next: Afterwards) => (now = next) };
}

it("the winner reads how much to pay, until when, and to whom", async () => {
  shows({ ...NOTHING, sale: aSale() });
  signedInAs(aUser({ id: 11 }));
  renderApp("/auctions/422");
  const card = within(await screen.findByRole("region", { name: /^Pay RM\s100\.00$/ }));
  expect(card.getByText(/^Pay by/)).toBeVisible();
  expect(card.getByRole("link", { name: "View Seller" })).toHaveAttribute("href", "/sellers/9");
});

it("U28: a sale that was called off asks for no payment, and a buyer who left may be reported as not paid", async () => {
  const sale = aSale({ state: "cancelled", cancelledBy: "buyer" });
  const { sent, becomes } = shows({ ...NOTHING, sale, mayRelist: true });
  signedInAs(aUser({ id: 9 }));
  const { user } = renderApp("/auctions/422");
  expect(await screen.findByRole("region", { name: "The sale was called off" })).toBeVisible();
  expect(screen.getByRole("link", { name: "List it again" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Not paid" }));
  becomes({ ...NOTHING, sale: aSale({ state: "unpaid" }), mayRelist: true });
  await user.click(screen.getByRole("button", { name: "It was not paid" }));
  expect(await screen.findByRole("region", { name: "It was not paid" })).toBeVisible();
  expect(sent).toEqual([["settle", { sale: 1, paid: false }]]);
});

it("U28: the buyer of a sale that was called off has nothing to pay", async () => {
  shows({ ...NOTHING, sale: aSale({ state: "cancelled", cancelledBy: "seller" }) });
  signedInAs(aUser({ id: 11 }));
  renderApp("/auctions/422");
  const card = within(await screen.findByRole("region", { name: "The sale was called off" }));
  expect(card.getByText(/^You do not have to pay RM\s100\.00\.$/)).toBeVisible();
});

it("the seller says that the payment came; before the deadline the winner has not failed to pay", async () => {
  const { sent, becomes } = shows({ ...NOTHING, sale: aSale() });
  signedInAs(aUser({ id: 9 }));
  const { user } = renderApp("/auctions/422");
  expect(await screen.findByText(/^Sold to zaki4 for RM\s100\.00$/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Not paid" })).toBeNull();
  becomes({ ...NOTHING, sale: aSale({ state: "paid" }) });
  await user.click(screen.getByRole("button", { name: "Payment received" }));
  expect(await screen.findByText("You have confirmed the payment.")).toBeVisible();
  expect(sent).toEqual([["settle", { sale: 1, paid: true }]]);
});

it("an unpaid lot is the seller's again: to be offered once, or listed anew", async () => {
  const { sent, becomes } = shows({ ...NOTHING, sale: aSale({ number: 2, payBy: later(-1) }) });
  signedInAs(aUser({ id: 9 }));
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByRole("button", { name: "Not paid" }));
  const nextBidder = { bidder: { id: 12, name: "mei", isDeleted: false }, price: 95 };
  becomes({ ...NOTHING, sale: aSale({ state: "unpaid" }), nextBidder, mayRelist: true });
  await user.click(screen.getByRole("button", { name: "It was not paid" }));
  expect(await screen.findByRole("link", { name: "List it again" })).toHaveAttribute("href", "/sell?relist=1");
  const offer = { bidder: nextBidder.bidder, price: 95, offeredAt: later(0), expiresAt: later(24), answer: null };
  becomes({ ...NOTHING, sale: aSale({ state: "unpaid" }), secondChance: offer });
  await user.click(screen.getByRole("button", { name: /^Offer it for RM\s95\.00$/ }));
  expect(await screen.findByText(/^Offered to mei for RM\s95\.00$/)).toBeVisible();
  expect(sent).toEqual([
    ["settle", { sale: 2, paid: false }],
    ["second-chance", null],
  ]);
});

it.each([
  ["Decline", false, "You declined the second chance"],
  ["Take it for RM 95.00", true, "Pay RM 95.00"],
])("a second chance is answered by %s", async (button, accept, then) => {
  const bidder = { id: 12, name: "mei", isDeleted: false };
  const offer = { bidder, price: 95, offeredAt: later(0), expiresAt: later(24), answer: null };
  const { sent, becomes } = shows({ ...NOTHING, secondChance: offer });
  signedInAs(aUser({ id: 12 }));
  const { user } = renderApp("/auctions/422");
  expect(await screen.findByRole("region", { name: "A second chance for you" })).toBeVisible();
  const answered = { ...offer, answer: accept ? "accepted" : "declined" };
  becomes({ ...NOTHING, sale: accept ? aSale({ buyer: bidder, price: 95 }) : null, secondChance: answered });
  await user.click(screen.getByRole("button", { name: new RegExp(button.replace(" 95", "\\s95")) }));
  expect(await screen.findByRole("region", { name: new RegExp(then.replace(" 95", "\\s95")) })).toBeVisible();
  expect(sent).toEqual([["second-chance/answer", { accept }]]);
});

it("a guest sees nothing of the sale, and no request is sent", async () => {
  let requestCount = 0;
  shows(NOTHING);
  server.use(
    http.get("*/api/auctions/422/afterwards", () => {
      requestCount += 1;
      return HttpResponse.json(NOTHING);
    }),
  );
  renderApp("/auctions/422");
  await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" });
  await waitFor(() => expect(screen.queryByRole("region", { name: /^Pay/ })).toBeNull());
  expect(requestCount).toBe(0);
});

it("the seller sees the amount of their reserve, and there is no button to take a bid back", async () => {
  server.use(
    http.get("*/api/auctions/422", () => HttpResponse.json(anAuction({ reservePrice: 500, reserveMet: false }))),
  );
  signedInAs(aUser({ id: 9 }));
  renderApp("/auctions/422");
  expect(await screen.findByText(/^RM\s500\.00, not met$/)).toBeVisible();
  expect(screen.getByText(/^A bid is binding\./)).toBeVisible();
});

it("a notice brings the other side's answer to the page", async () => {
  const { becomes } = shows({ ...NOTHING, sale: aSale() });
  signedInAs(aUser({ id: 11 }));
  renderApp("/auctions/422");
  await screen.findByRole("region", { name: /^Pay/ });
  becomes({ ...NOTHING, sale: aSale({ state: "paid" }) });
  act(() => fakeLive.send("notice", { noticeId: 1 }));
  expect(await screen.findByText(/^The seller has confirmed your payment/)).toBeVisible();
});

it("what the other side did while there was no connection is on the page once it is back", async () => {
  const { becomes } = shows({ ...NOTHING, sale: aSale() });
  signedInAs(aUser({ id: 11 }));
  renderApp("/auctions/422");
  await screen.findByRole("region", { name: /^Pay/ });
  becomes({ ...NOTHING, sale: aSale({ state: "paid" }) });
  act(() => fakeLive.become("connecting"));
  act(() => fakeLive.become("open"));
  act(() => fakeLive.become("authenticated"));
  expect(await screen.findByText(/^The seller has confirmed your payment/)).toBeVisible();
});

it.each([
  [11, true],
  [9, true],
  [12, false],
])("the space for the next step is kept for buyer and seller until it has loaded (%i)", async (id, kept) => {
  const ended: Partial<Auction> = { status: "ended", outcome: "sold", winnerId: 11, finalPrice: 100 };
  server.use(
    http.get("*/api/auctions/422", () => HttpResponse.json(anAuction({ ...ended, endsAt: later(-1) }))),
    http.get("*/api/auctions/422/afterwards", () => new Promise(() => {})),
  );
  signedInAs(aUser({ id }));
  renderApp("/auctions/422");
  await screen.findByText("Sold for");
  expect(screen.queryByTestId("afterwards-wait") !== null).toBe(kept);
});
