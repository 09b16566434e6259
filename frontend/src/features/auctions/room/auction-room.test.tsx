import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { fakeLive } from "@/test/fake-live";
import { aBid, anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const figures = { currentBid: 110, currentBidderId: 12, bidCount: 2, minimumBid: 115, reserveMet: null };
let fetched = 0;

beforeEach(() => {
  fakeLive.become("open");
  fakeLive.ask.mockReset();
  fetched = 0;
});

function shows(auction: Auction): Auction {
  const answer = () => {
    fetched += 1;
    return HttpResponse.json(auction);
  };
  server.use(http.get("*/api/auctions/422", answer));
  return auction;
}

it("AUC-05, AUC-16: a guest sees the price and is asked to sign in, coming straight back", async () => {
  shows(anAuction());
  renderApp("/auctions/422");
  expect(await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" })).toBeVisible();
  expect(screen.getByTestId("current-bid")).toHaveTextContent("RM 100");
  expect(screen.getByText("Sign in to participate in this auction")).toBeVisible();
  const room = within(screen.getByRole("complementary", { name: "Auction" }));
  expect(room.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login?redirect=/auctions/422");
});

it("AUC-17: a seller cannot bid on an own listing and reads why", async () => {
  shows(anAuction());
  signedInAs(aUser({ id: 9 }));
  renderApp("/auctions/422");
  expect(await screen.findByText("You are not allowed to bid on your own listings.")).toBeVisible();
  expect(screen.queryByTestId("place-bid")).toBeNull();
});

it("AUC-47: another person's bid moves the price, the minimum and the history, without a fetch", async () => {
  const auction = shows(anAuction());
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  const bid = aBid({ id: 2, bidderId: 12, amount: 110, bidder: { id: 12, name: "n***a", isDeleted: false } });
  act(() =>
    fakeLive.send("newBid", { auctionId: 422, bid, auction: { ...figures, endsAt: auction.endsAt }, seq: 5, epoch: 1 }),
  );
  await waitFor(() => expect(screen.getByTestId("current-bid")).toHaveTextContent("RM 110"));
  expect(screen.getAllByTestId("bid-history-row")[0]).toHaveTextContent("n***aHighest");
  expect(screen.getAllByText("New Bid Placed")[0]).toBeVisible();
  expect(fetched).toBe(1);
});

it("a missed frame makes the room fetch again", async () => {
  const auction = shows(anAuction());
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  shows(anAuction({ currentBid: 150, seq: 9 }));
  const frame = { auctionId: 422, bid: aBid(), auction: { ...figures, endsAt: auction.endsAt }, seq: 9, epoch: 1 };
  act(() => fakeLive.send("newBid", frame));
  await waitFor(() => expect(screen.getByTestId("current-bid")).toHaveTextContent("RM 150"));
});

it("a resync that stands further on makes the room fetch again; one that agrees does not", async () => {
  shows(anAuction());
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  act(() => fakeLive.send("resync", { auctionId: 422, seq: 4, epoch: 1 }));
  expect(fetched).toBe(1);
  shows(anAuction({ currentBid: 130, seq: 6 }));
  act(() => fakeLive.send("resync", { auctionId: 422, seq: 6, epoch: 1 }));
  await waitFor(() => expect(screen.getByTestId("current-bid")).toHaveTextContent("RM 130"));
});

it("AUC-15, AUC-47: an own bid is shown at once and then confirmed in the same toast", async () => {
  shows(anAuction());
  signedInAs(aUser());
  let accept: (reply: unknown) => void = () => undefined;
  fakeLive.ask.mockReturnValue(new Promise((resolve) => (accept = resolve)));
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  expect(toast()).toHaveTextContent("Bid Placed!");
  expect(fakeLive.ask).toHaveBeenCalledWith("placeBid", expect.objectContaining({ auctionId: 422, amount: 105 }));
  await act(async () => accept({ message: "Your bid was accepted." }));
  expect(toast()).toHaveTextContent("Bid AcceptedYour bid was accepted.");
});

it("AUC-40: a refused bid replaces the optimistic toast with the reason", async () => {
  shows(anAuction());
  signedInAs(aUser());
  fakeLive.ask.mockRejectedValue(new Refusal(409, "bid_too_low", "", { minimum: 120 }));
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  await waitFor(() => expect(toast()).toHaveTextContent("Bid Too LowYour bid must be at least RM 120.00."));
});

it.each([
  ["abc", "Invalid Bid AmountPlease enter a valid number."],
  ["104.99", "Bid Too LowYour bid must be at least RM 105.00."],
])("AUC-18, AUC-19, AUC-39, AUC-40: a bid of %s never leaves the page", async (written, sentence) => {
  shows(anAuction());
  signedInAs(aUser());
  const { user } = renderApp("/auctions/422");
  const field = await screen.findByTestId("bid-amount");
  await user.clear(field);
  await user.type(field, written);
  await user.click(screen.getByTestId("place-bid"));
  expect(toast()).toHaveTextContent(sentence);
  expect(fakeLive.ask).not.toHaveBeenCalled();
});

it("a bid whose answer was lost is looked up instead of guessed", async () => {
  shows(anAuction());
  signedInAs(aUser());
  fakeLive.ask.mockImplementation(async () => {
    const bids = [aBid({ id: 2, bidderId: 7, amount: 105 }), aBid()];
    shows(anAuction({ bids, currentBid: 105, currentBidderId: 7, bidCount: 2, seq: 5 }));
    throw new Refusal(0, "no_reply", "");
  });
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  await waitFor(() => expect(toast()).toHaveTextContent("Bid Accepted"));
});

it("being outbid is an alert with the next bid in it", async () => {
  shows(anAuction({ bids: [aBid(), aBid({ id: 0, bidderId: 7, amount: 95, isWinning: false })], bidCount: 2 }));
  signedInAs(aUser());
  renderApp("/auctions/422");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("You have been outbid. z***4 bid RM 100.");
  expect(within(alert).getByRole("button", { name: /Bid RM.105/ })).toBeEnabled();
});

it("AUC-20: without a connection the page shows so and bidding is off", async () => {
  shows(anAuction());
  signedInAs(aUser());
  const { user } = renderApp("/auctions/422");
  await screen.findByTestId("place-bid");
  act(() => fakeLive.become("closed"));
  expect(screen.getByTestId("connection-state")).toHaveTextContent("Disconnected");
  expect(screen.getByTestId("place-bid")).toBeDisabled();
  expect(screen.getByRole("button", { name: /^Bid RM.105$/ })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Reconnect" }));
  expect(fakeLive.reconnect).toHaveBeenCalled();
});

it("AUC-06: an ended auction names the winner and takes no bids", async () => {
  shows(anAuction({ status: "ended", winnerId: 7, outcome: "sold" }));
  signedInAs(aUser());
  renderApp("/auctions/422");
  expect(await screen.findByText("You won.")).toBeVisible();
  expect(screen.getByTestId("countdown")).toHaveTextContent("Auction Ended");
  expect(screen.queryByTestId("place-bid")).toBeNull();
});

it("AUC-09: an unknown auction is not found; the number of a product leads to its auction", async () => {
  server.use(
    http.get("*/api/auctions/9", () => refusal(404, "not_found")),
    http.get("*/api/auctions/product/9", () => refusal(404, "not_found")),
  );
  renderApp("/auctions/9");
  expect(await screen.findByRole("heading", { name: "Auction Not Found" })).toBeVisible();
  expect(screen.getByText(/nothing at this address/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
});

it("AUC-01, AUC-25: an old link with the product's number is led to the auction", async () => {
  const auction = shows(anAuction());
  server.use(
    http.get("*/api/auctions/8", () => refusal(404, "not_found")),
    http.get("*/api/auctions/product/8", () => HttpResponse.json(auction)),
  );
  const { path } = renderApp("/auction/8");
  await waitFor(() => expect(path()).toBe("/auctions/422"));
});

it("AUC-09: an auction without its product says so", async () => {
  shows(anAuction({ product: null }));
  renderApp("/auctions/422");
  expect(await screen.findByRole("heading", { name: "Product Information Unavailable" })).toBeVisible();
});

function toast(): HTMLElement {
  return within(screen.getByRole("region", { name: /Notifications/ })).getByRole("listitem");
}
