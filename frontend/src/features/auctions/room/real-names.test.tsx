import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aBid, anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const figures = { currentBid: 110, currentBidderId: 12, bidCount: 2, minimumBid: 115, reserveMet: null };
const knownBid = aBid({ bidder: { id: 11, name: "zaki4", isDeleted: false } });
const fresh = aBid({ id: 2, bidderId: 12, amount: 110, bidder: { id: 12, name: "n***a", isDeleted: false } });

async function otherUserBids(userId: number): Promise<() => number> {
  let requestCount = 0;
  let now: Auction = anAuction({ bids: [knownBid] });
  fakeLive.become("open");
  server.use(
    http.get("*/api/auctions/422", () => {
      requestCount += 1;
      return HttpResponse.json(now);
    }),
  );
  signedInAs(aUser({ id: userId }));
  renderApp("/auctions/422");
  await screen.findByText("zaki4");
  const named = { ...fresh, bidder: { ...fresh.bidder, name: "nadia" } };
  const { endsAt } = now;
  now = { ...now, ...figures, bids: [named, { ...knownBid, isWinning: false }], seq: 5 };
  act(() => fakeLive.send("newBid", { auctionId: 422, bid: fresh, auction: { ...figures, endsAt }, seq: 5, epoch: 1 }));
  expect(await screen.findByText("n***a")).toBeVisible();
  return () => requestCount;
}

it("U23: the seller sees the name of a new bidder, after one more fetch", async () => {
  const requestCount = await otherUserBids(9);
  expect(await screen.findByText("nadia", {}, { timeout: 3000 })).toBeVisible();
  expect(screen.getByText("zaki4")).toBeVisible();
  expect(requestCount()).toBe(2);
});

it("U23: other users do not ask for names", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requestCount = await otherUserBids(7);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(requestCount()).toBe(1);
  vi.useRealTimers();
});
