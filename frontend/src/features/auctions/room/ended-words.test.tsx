import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const UNMET: Partial<Auction> = { status: "ended", outcome: "reserve_not_met", reserveMet: false, winnerId: null };

async function openRoom(change: Partial<Auction>) {
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(anAuction(change))));
  renderApp("/auctions/422");
  return within(await screen.findByRole("complementary", { name: "Auction" }));
}

it("an auction that was cancelled has not ended at a time still to come: it would have", async () => {
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const room = await openRoom({ status: "cancelled", outcome: "cancelled", endsAt });
  expect(room.getByTestId("countdown")).toHaveTextContent("Cancelled");
  expect(room.getByText(/^It would have ended .+ \(.+\)\.$/)).toBeVisible();
  expect(room.queryByText(/^\d\d:\d\d:\d\d$/)).toBeNull();
});

it("an end is shown to the second, with the number of bidders", async () => {
  const room = await openRoom({ status: "ended", outcome: "sold", winnerId: 11, endsAt: "2026-11-20T12:00:04Z" });
  expect(room.getByText(/^\d\d:00:04$/)).toBeVisible();
  expect(room.getByText("20 Nov 2026")).toBeVisible();
  expect(room.getByText("1 bid from 1 bidder.")).toBeVisible();
});

it("AUC-10: a bid below the reserve was the highest, and is current no more", async () => {
  const room = await openRoom(UNMET);
  expect(room.getByText("Highest bid")).toBeVisible();
  expect(room.queryByText("Current Bid")).toBeNull();
  expect(room.getByText(/The seller has been notified\./)).toBeVisible();
});

it("AUC-10: the seller does not read that the seller was notified", async () => {
  signedInAs(aUser({ id: 9, isSeller: true }));
  const room = await openRoom(UNMET);
  expect(room.getByText(/Nobody has to buy and you do not have to sell\./)).toBeVisible();
  expect(room.queryByText(/The seller has been notified\./)).toBeNull();
});

it("an ended auction without bids says so, and not that there are none yet", async () => {
  const nothing = { bids: [], bidCount: 0, currentBid: null, currentBidderId: null, reserveMet: false };
  const room = await openRoom({ ...nothing, status: "ended", outcome: "no_bids", winnerId: null });
  expect(room.getByText("Nobody bid.")).toBeVisible();
  expect(room.queryByText(/yet/)).toBeNull();
  expect(room.queryByText(/Reserve not met/)).toBeNull();
});

const SOON = new Date(Date.now() + 3_600_000).toISOString();
const BOUGHT: Partial<Auction> = {
  status: "ended",
  outcome: "bought_now",
  winnerId: 12,
  finalPrice: 300,
  endsAt: SOON,
};

it("C21: an auction ended by Buy Now shows no countdown and the price of the purchase", async () => {
  const room = await openRoom(BOUGHT);
  expect(room.getByTestId("countdown")).toHaveTextContent("Auction Ended");
  expect(room.queryByText(/^\d\d:\d\d:\d\d$/)).toBeNull();
  expect(room.getByText(/It was bought for the Buy Now Price\./)).toBeVisible();
  expect(room.getByText(/^RM\s10\.00 per ml left$/)).toBeVisible();
});

it.each([
  [12, "You bought it."],
  [11, "This auction has ended. Somebody bought it for the Buy Now Price."],
])("C21: a Buy Now is neither a won nor a lost auction (%i)", async (id, words) => {
  signedInAs(aUser({ id }));
  const room = await openRoom(BOUGHT);
  expect(room.getByText(words)).toBeVisible();
});

it("a seller goes on from their auction to the dashboard, where the bottle is", async () => {
  const cancelled: Partial<Auction> = { status: "cancelled", outcome: "cancelled" };
  signedInAs(aUser({ id: 9, isSeller: true }));
  const own = await openRoom(cancelled);
  expect(own.getByRole("link", { name: "Open in the Seller Dashboard" })).toHaveAttribute("href", "/seller/dashboard");
  expect(own.queryByRole("link", { name: "See other auctions" })).toBeNull();
});
