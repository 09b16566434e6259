import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { fakeLive } from "@/test/fake-live";
import { anAuction, aUser, signedInAs } from "@/test/makers";
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
});

const NO_BIDS = { bids: [], bidCount: 0, currentBid: null, currentBidderId: null, minimumBid: 100 };

function open(change: Partial<Auction> = {}) {
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(anAuction(change))));
  return renderApp("/auctions/422");
}

const room = async () => within(await screen.findByRole("complementary", { name: "Auction" }));

it("AUC-04: the price panel names all five figures, and Buy Now’s only when it is set", async () => {
  open({ buyNowPrice: 300 });
  const panel = await room();
  expect(panel.getByText("Current Bid")).toBeVisible();
  expect(panel.getByTestId("current-bid")).toHaveTextContent("RM 100");
  for (const [name, value] of [
    ["Starting Price", /RM.95\.00/],
    ["Bid Increment", /RM.5\.00/],
    ["Total Bids", /^1$/],
  ] as const) {
    expect(panel.getByText(name).nextElementSibling).toHaveTextContent(value);
  }
  expect(panel.getByText("Buy Now Price").parentElement).toHaveTextContent(/RM.?300\.00/);
});

it("AUC-07, AUC-08: two tabs; without a bid the history says so", async () => {
  const { user } = open({
    ...NO_BIDS,
    product: aProductWith("Heavy and beautiful.\n\n21 Nov 2026: the cap is loose."),
  });
  const tabs = (await screen.findAllByRole("tab")).map((tab) => tab.textContent?.replace(/\d/g, "").trim());
  expect(tabs).toEqual(["Bid History", "Product Details"]);
  expect(screen.getByText("No bids have been placed yet.")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Product Details" }));
  expect(await screen.findByText(/the cap is loose/)).toHaveClass("whitespace-pre-line", "break-words");
});

it("AUC-24: a fetch that fails is tried twice more before an error is shown", async () => {
  let tries = 0;
  server.use(
    http.get("*/api/auctions/422", () => {
      tries += 1;
      return tries < 3 ? refusal(503, "unavailable") : HttpResponse.json(anAuction());
    }),
  );
  renderApp("/auctions/422");
  expect(await screen.findByTestId("current-bid")).toBeVisible();
  expect(tries).toBe(3);
});

it("AUC-09, U37: the room of a removed listing is Auction Not Found, says why, and is not asked for again", async () => {
  server.use(
    http.get("*/api/auctions/422", () => refusal(410, "listing_removed", "This listing is no longer available")),
  );
  renderApp("/auctions/422");
  expect(await screen.findByRole("heading", { name: "Auction Not Found" })).toBeVisible();
  expect(screen.getByText(/^The seller took it back, or it broke the rules of the shop\./)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(screen.getByRole("link", { name: "Return Home" })).toBeVisible();
});

it("AUC-24, AUC-09: after the third failure it is Auction Not Found, and can be tried again", async () => {
  let tries = 0;
  const fails = () => {
    tries += 1;
    return refusal(503, "unavailable");
  };
  server.use(http.get("*/api/auctions/422", fails));
  renderApp("/auctions/422");
  expect(await screen.findByRole("heading", { name: "Auction Not Found" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
  expect(screen.getByRole("button", { name: "Retry" })).toBeEnabled();
  expect(screen.getByText("This part of Wangi is being restarted. Please try again in a moment.")).toBeVisible();
  expect(tries).toBe(3);
});

it("AUC-36: a connection that cannot be made is shown as such", async () => {
  open();
  await screen.findByTestId("current-bid");
  act(() => fakeLive.giveUp());
  expect(toast()).toHaveTextContent("Connection ErrorCould not connect to bid updates. Please refresh the page.");
});

it.each([
  [
    "AUC-37",
    new Refusal(401, "not_signed_in", ""),
    /Authentication Required.*You need to be logged in to place a bid\./,
  ],
  [
    "AUC-38",
    new Refusal(403, "own_listing", ""),
    /Cannot Bid on Your Own Listing.*You are not allowed to bid on your own/,
  ],
  [
    "AUC-41",
    new Refusal(0, "not_connected", ""),
    /Connection Error.*Unable to place bid due to connection issues\. Please/,
  ],
  [
    "U21",
    new Refusal(422, "invalid_amount", "Your maximum must be at least your bid."),
    /Your maximum must be at least/,
  ],
])("%s: a bid that is refused says why in its own words", async (_, refused, words) => {
  signedInAs(aUser());
  fakeLive.ask.mockRejectedValue(refused);
  const { user } = open();
  await user.click(await screen.findByTestId("place-bid"));
  await waitFor(() => expect(toast()).toHaveTextContent(words));
});

it("AUC-10: the tooltip of the reserve line says that the seller is notified", async () => {
  const { user } = open({ reserveMet: false });
  await user.hover(await screen.findByRole("button", { name: "Reserve not met" }));
  const words = "When an auction ends below the reserve price, the seller is notified.";
  expect(await screen.findByRole("tooltip")).toHaveTextContent(words);
});

it("U20: a bottle listed again leads to the auction before", async () => {
  open({ relistedFrom: 17 });
  expect(await screen.findByRole("link", { name: "Lot 17" })).toHaveAttribute("href", "/auctions/17");
});

function aProductWith(description: string): Auction["product"] {
  const { product } = anAuction();
  return product && { ...product, description };
}

function toast(): HTMLElement {
  return within(screen.getByRole("region", { name: /Notifications/ })).getByRole("listitem");
}

it("the phone's bar shows the time as the clock above it does: in the last two minutes without hours", async () => {
  open({ endsAt: new Date(Date.now() + 95_000).toISOString() });
  await room();
  expect(within(screen.getByRole("region", { name: "Quick bid" })).getByText(/^01:3\d left$/)).toBeVisible();
});
