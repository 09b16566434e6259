import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aBid, anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

beforeEach(() => {
  fakeLive.become("open");
  fakeLive.ask.mockReset();
});

const shows = (auction: Auction) => server.use(http.get("*/api/auctions/422", () => HttpResponse.json(auction)));

it("AUC-21, U21: a maximum travels with the bid; being outbid at once is shown as such", async () => {
  shows(anAuction());
  signedInAs(aUser());
  fakeLive.ask.mockResolvedValue({
    message: "Your bid was accepted, but an automatic bid was higher.",
    result: "outbid",
  });
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByRole("button", { name: "Set a maximum and let us bid for you" }));
  await user.type(screen.getByLabelText("Your maximum in ringgit"), "150");
  await user.click(screen.getByTestId("place-bid"));
  expect(fakeLive.ask).toHaveBeenCalledWith("placeBid", expect.objectContaining({ amount: 105, maxAmount: 150 }));
  await waitFor(() => expect(screen.getAllByText("Outbid right away")[0]).toBeVisible());
  expect(screen.getAllByText("Your bid was accepted, but an automatic bid was higher.")[0]).toBeVisible();
  expect(screen.queryByLabelText("Your maximum in ringgit")).toBeNull();
});

it("U21: a bid of more than ten times the price is asked about first", async () => {
  shows(anAuction());
  signedInAs(aUser());
  fakeLive.ask.mockResolvedValue({ message: "Your bid was accepted.", result: "leading" });
  const { user } = renderApp("/auctions/422");
  const field = await screen.findByTestId("bid-amount");
  await user.clear(field);
  await user.type(field, "1050");
  await user.click(screen.getByTestId("place-bid"));
  expect(fakeLive.ask).not.toHaveBeenCalled();
  expect(screen.getByText(/more than ten times the price now/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Yes, bid RM.1,050/ }));
  expect(fakeLive.ask).toHaveBeenCalledWith("placeBid", expect.objectContaining({ amount: 1050 }));
});

it("U21: the leader reads their own maximum, and that a bid raises nothing else", async () => {
  shows(anAuction({ currentBidderId: 7, ownMaximum: 180 }));
  signedInAs(aUser());
  renderApp("/auctions/422");
  expect(await screen.findByText(/Your maximum is RM.180/)).toBeVisible();
  expect(screen.getByText(/raises only your maximum/)).toBeVisible();
});

it("U21: the leader is offered amounts that raise their maximum, never one that would be refused", async () => {
  shows(anAuction({ currentBidderId: 7, ownMaximum: 180 }));
  signedInAs(aUser());
  fakeLive.ask.mockResolvedValue({ message: "Your maximum was raised.", result: "raised" });
  const { user } = renderApp("/auctions/422");
  expect(await screen.findByTestId("bid-amount")).toHaveValue("185");
  expect(screen.getByRole("button", { name: /RM.185 lowest/ })).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: /^Bid RM.185$/ })).toBeEnabled();
  expect(screen.queryByTestId("minimum-bid")).toBeNull();
  await user.click(screen.getByTestId("place-bid"));
  expect(fakeLive.ask).toHaveBeenCalledWith("placeBid", expect.objectContaining({ amount: 185 }));
});

it("C21: Buy Now is there until the bids have reached the reserve or the price", async () => {
  shows(anAuction({ buyNowPrice: 300, buyNowOpen: false }));
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  expect(screen.queryByText("Buy Now Price")).toBeNull();
});

it.each([
  ["abc", "Please enter a valid number."],
  ["1,50", "Please enter a valid number."],
  ["104.99", "Your maximum must be at least your bid."],
  ["100000.01", "The highest possible bid is RM 100,000.00."],
])("U21: a maximum of %s is refused here, and no bid is placed without it", async (written, sentence) => {
  shows(anAuction());
  signedInAs(aUser());
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByRole("button", { name: "Set a maximum and let us bid for you" }));
  await user.type(screen.getByLabelText("Your maximum in ringgit"), written);
  await user.click(screen.getByTestId("place-bid"));
  await waitFor(() => expect(screen.getAllByText("Invalid Bid Amount")[0]).toBeVisible());
  expect(screen.getAllByText(sentence)[0]).toBeVisible();
  expect(fakeLive.ask).not.toHaveBeenCalled();
  expect(screen.getByLabelText("Your maximum in ringgit")).toHaveValue(written);
});

it("U21: a maximum of more than ten times the price is asked about first, too", async () => {
  shows(anAuction());
  signedInAs(aUser());
  fakeLive.ask.mockResolvedValue({ message: "Your bid was accepted.", result: "leading" });
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByRole("button", { name: "Set a maximum and let us bid for you" }));
  await user.type(screen.getByLabelText("Your maximum in ringgit"), "1500");
  await user.click(screen.getByTestId("place-bid"));
  expect(fakeLive.ask).not.toHaveBeenCalled();
  expect(screen.getByText(/more than ten times the price now/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Yes, up to RM.1,500/ }));
  expect(fakeLive.ask).toHaveBeenCalledWith("placeBid", expect.objectContaining({ amount: 105, maxAmount: 1500 }));
});

it("AUC-47: a new leader sees their own maximum in every tab, although frames do not carry it", async () => {
  const auction = anAuction();
  shows(auction);
  signedInAs(aUser());
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  shows(anAuction({ currentBid: 110, currentBidderId: 7, bidCount: 2, seq: 5, ownBid: 110, ownMaximum: 180 }));
  const bid = aBid({ id: 2, bidderId: 7, amount: 110 });
  const now = { currentBid: 110, currentBidderId: 7, bidCount: 2, minimumBid: 115, reserveMet: null };
  act(() =>
    fakeLive.send("newBid", { auctionId: 422, bid, auction: { ...now, endsAt: auction.endsAt }, seq: 5, epoch: 1 }),
  );
  expect(await screen.findByText(/Your maximum is RM.180/)).toBeVisible();
});
