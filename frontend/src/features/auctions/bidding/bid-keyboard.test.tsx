import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { giveConsent } from "@/shared/analytics/consent";
import { fakeLive } from "@/test/fake-live";
import { aBid, anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

beforeEach(() => {
  fakeLive.become("open");
  fakeLive.ask.mockReset();
  signedInAs(aUser());
});
afterEach(() => {
  vi.unstubAllGlobals();
  giveConsent(null);
});

const shows = (auction: Auction) => server.use(http.get("*/api/auctions/422", () => HttpResponse.json(auction)));
const outbid = () =>
  anAuction({ bids: [aBid(), aBid({ id: 0, bidderId: 7, amount: 95, isWinning: false })], bidCount: 2 });
const toast = () => within(screen.getByRole("region", { name: /Notifications/ })).getByRole("listitem");
const figures = { currentBid: 110, currentBidderId: 12, bidCount: 3, minimumBid: 115, reserveMet: null };
const nextBid = (auction: Auction) => ({
  auctionId: 422,
  bid: aBid({ id: 3, bidderId: 12, amount: 110, bidder: { id: 12, name: "n***a", isDeleted: false } }),
  auction: { ...figures, endsAt: auction.endsAt },
  seq: 5,
  epoch: 1,
});

it("the focus stays on Place Bid while the bid is on its way, and a second Enter sends nothing", async () => {
  shows(anAuction());
  let accept: (reply: unknown) => void = () => undefined;
  fakeLive.ask.mockReturnValue(new Promise((resolve) => (accept = resolve)));
  const { user } = renderApp("/auctions/422");
  const button = await screen.findByTestId("place-bid");
  button.focus();
  await user.keyboard("{Enter}");
  expect(button).toHaveAttribute("aria-busy", "true");
  // Browsers blur a disabled button.
  expect(button).toBeEnabled();
  expect(button).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(fakeLive.ask).toHaveBeenCalledTimes(1);
  await act(async () => accept({ message: "Your bid was accepted." }));
  expect(button).toHaveFocus();
});

it("a skip link leads straight to the amount of the bid", async () => {
  shows(anAuction());
  renderApp("/auctions/422");
  const field = await screen.findByTestId("bid-amount");
  const skip = screen.getByRole("link", { name: "Skip to bidding" });
  expect(skip.getAttribute("href")).toBe(`#${field.id}`);
});

it("outbid, the suggested amount binds with the second press only, and is written on the button", async () => {
  shows(outbid());
  fakeLive.ask.mockResolvedValue({ message: "Your bid was accepted." });
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  expect(fakeLive.ask).not.toHaveBeenCalled();
  expect(screen.getByTestId("place-bid")).toHaveTextContent(/Yes, bid RM.105/);
  await user.click(screen.getByTestId("place-bid"));
  expect(fakeLive.ask).toHaveBeenCalledWith("placeBid", expect.objectContaining({ amount: 105 }));
});

it("the buttons of the notice and of the phone's bar lead to Place Bid and bind nothing themselves", async () => {
  shows(outbid());
  const { user } = renderApp("/auctions/422");
  const notice = within(await screen.findByRole("alert"));
  const bar = within(screen.getByRole("region", { name: "Quick bid" }));
  for (const button of [notice.getByRole("button"), bar.getByRole("button")]) {
    await user.click(button);
    expect(screen.getByTestId("place-bid")).toHaveFocus();
    expect(screen.getByTestId("place-bid")).toHaveTextContent(/Yes, bid RM.105/);
  }
  expect(fakeLive.ask).not.toHaveBeenCalled();
});

it("on a phone the bar's button is away while the form's own is on the screen", async () => {
  let intersect: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  class Observer {
    constructor(callback: typeof intersect) {
      intersect = callback;
    }
    observe = () => undefined;
    disconnect = () => undefined;
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  shows(outbid());
  renderApp("/auctions/422");
  const bar = within(await screen.findByRole("region", { name: "Quick bid" }));
  expect(bar.getByRole("button")).not.toHaveClass("invisible");
  act(() => intersect([{ isIntersecting: true }]));
  expect(bar.getByText(/^Bid RM/)).toHaveClass("invisible");
});

it("'Bid Accepted' leaves when another person has bid more", async () => {
  const auction = anAuction({ bids: [aBid(), aBid({ id: 0, bidderId: 7, amount: 95 })], currentBidderId: 7 });
  shows(auction);
  fakeLive.ask.mockResolvedValue({ message: "Your bid was accepted." });
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  await waitFor(() => expect(toast()).toHaveTextContent("Bid Accepted"));
  shows({ ...auction, ...figures, bids: [nextBid(auction).bid, ...auction.bids], seq: 5 });
  act(() => fakeLive.send("newBid", nextBid(auction)));
  expect(await screen.findByText("You have been outbid.", {}, { timeout: 5000 })).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Bid Accepted")).toBeNull());
});

it("AUC-40: a bid that is too low is shown at the field as well, until it is edited", async () => {
  shows(anAuction());
  fakeLive.ask.mockRejectedValue(new Refusal(409, "bid_too_low", "", { minimum: 120 }));
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  const field = screen.getByTestId("bid-amount");
  await waitFor(() => expect(field).toBeInvalid());
  expect(field).toHaveAccessibleDescription(/Your bid must be at least RM.120.00./);
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: "125" } });
  expect(field).toBeValid();
});

it("AUC-04: the price panel says Current Bid before the first bid too", async () => {
  shows(anAuction({ currentBid: null, currentBidderId: null, bidCount: 0, bids: [] }));
  renderApp("/auctions/422");
  const label = (await screen.findByTestId("current-bid")).previousElementSibling;
  expect(label).toHaveTextContent("Current Bid");
});

it.each([
  ["yes" as const, 1],
  [null, 0],
])("ANA-04: an accepted bid is reported to the tag function with consent only: %s", async (consent, times) => {
  giveConsent(consent);
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  shows(anAuction());
  fakeLive.ask.mockResolvedValue({ message: "Your bid was accepted." });
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  await waitFor(() => expect(toast()).toHaveTextContent("Bid Accepted"));
  const bids = gtag.mock.calls.filter(([, name]) => name === "bid");
  expect(bids).toHaveLength(times);
  if (times) expect(bids[0]).toEqual(["event", "bid", { auction_id: 422, bid_amount: 105, currency: "MYR" }]);
});

it.each(["Auction", "Quick bid"])(
  "AUC-37: a guest who bids in %s sees why not, and signs in with the way back",
  async (part) => {
    localStorage.clear();
    server.use(http.get("*/api/v1/auth/me", () => refusal(401, "not_signed_in")));
    shows(anAuction());
    const { user, path } = renderApp("/auctions/422");
    await screen.findByText("Sign in to participate in this auction");
    const where =
      part === "Auction"
        ? screen.getByRole("complementary", { name: part })
        : screen.getByRole("region", { name: part });
    await user.click(within(where).getByRole("button", { name: "Place Bid" }));
    await waitFor(() => expect(screen.getAllByText("You need to be logged in to place a bid.")[0]).toBeVisible());
    expect(screen.getAllByText("Authentication Required")[0]).toBeVisible();
    await waitFor(() => expect(path()).toBe("/auth?redirect=%2Fauctions%2F422"));
  },
);
