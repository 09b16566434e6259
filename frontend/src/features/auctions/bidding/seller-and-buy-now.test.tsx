import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { anAuction, aProduct, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const PICTURE = "/uploads/meiling.webp";

beforeEach(() => {
  fakeLive.become("open");
  sessionStorage.clear();
});

type Seller = NonNullable<Auction["product"]>["seller"];

function open(change: Partial<Auction> = {}, seller: Partial<Seller> = {}) {
  const auction = anAuction({ buyNowPrice: 300, ...change });
  if (auction.product) Object.assign(auction.product.seller, { profileImage: PICTURE }, seller);
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(auction)));
  return renderApp("/auctions/422");
}

const box = async () => within(await screen.findByRole("article", { name: "Seller" }));
const chosen = () => JSON.parse(sessionStorage.getItem("selectedConversation") ?? "null");
const signedIn = () => screen.findByRole("button", { name: "My Account" });

describe("the seller", () => {
  it("AUC-03: has a box with Contact Seller and View Seller", async () => {
    open();
    const seller = await box();
    expect(seller.getByText("meiling.attic")).toBeVisible();
    expect(seller.getByRole("button", { name: "Contact Seller" })).toBeEnabled();
    expect(seller.getByRole("link", { name: "View Seller" })).toHaveAttribute("href", "/sellers/9");
  });

  it("AUC-03, MSG-07: is written to about this bottle over the lot, with no words put into one’s mouth", async () => {
    signedInAs(aUser());
    server.use(
      http.get("*/api/conversations/9", () => HttpResponse.json(null)),
      http.get("*/api/messages/conversation/9", () => HttpResponse.json([])),
      http.get("*/api/products/1", () => HttpResponse.json(aProduct())),
    );
    const { user, path } = open();
    await signedIn();
    await user.click((await box()).getByRole("button", { name: "Contact Seller" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Conversation with meiling.attic" }));
    expect(dialog.getByTestId("message-input")).toHaveValue("");
    expect(await dialog.findByRole("link", { name: /Smoke Vesper/ })).toHaveAttribute("href", "/products/1");
    expect(path()).toBe("/auctions/422");
    expect(chosen()).toBeNull();
  });

  it("AUC-46: a guest who writes to the seller signs in first and comes back to the lot", async () => {
    const { user, path } = open();
    await user.click((await box()).getByRole("button", { name: "Contact Seller" }));
    await waitFor(() => expect(path()).toBe("/auth?redirect=%2Fauctions%2F422"));
    await waitFor(() => expect(screen.getAllByText("Authentication Required")[0]).toBeVisible());
    expect(screen.getAllByText("You need to log in to contact sellers.")[0]).toBeVisible();
  });

  it("AUC-03, AUC-46: a deleted seller, or oneself, cannot be written to", async () => {
    open({}, { isDeleted: true, username: "" });
    const seller = await box();
    expect(seller.queryByRole("button")).toBeNull();
    expect(seller.queryByRole("link")).toBeNull();
  });
});

describe("Buy Now", () => {
  it("AUC-05, AUC-12, AUC-45, C21, U19: keeps the whole message to the seller and opens the messages", async () => {
    signedInAs(aUser());
    const { user, path } = open();
    await signedIn();
    await user.click(await screen.findByRole("button", { name: "Buy Now" }));
    await waitFor(() => expect(path()).toBe("/messages"));
    expect(chosen()).toEqual({
      userId: 9,
      username: "meiling.attic",
      profileImage: PICTURE,
      productId: 1,
      productName: "Smoke Vesper",
      templateMessage:
        "Hello meiling.attic, I would like to buy Atelier Noctell Smoke Vesper for RM 300.00. Is it still available?",
    });
    await waitFor(() => expect(screen.getAllByText("Contacting Seller")[0]).toBeVisible());
  });

  it("AUC-42: asks a guest to sign in first", async () => {
    const { user, path } = open();
    await user.click(await screen.findByRole("button", { name: "Buy Now" }));
    await waitFor(() => expect(path()).toBe("/auth?redirect=%2Fauctions%2F422"));
    await waitFor(() => expect(screen.getAllByText("Authentication Required")[0]).toBeVisible());
    expect(screen.getAllByText("You need to log in to purchase items.")[0]).toBeVisible();
    expect(chosen()).toBeNull();
  });

  it("AUC-43: says so when the seller is gone", async () => {
    signedInAs(aUser());
    const { user, path } = open({}, { isDeleted: true, username: "" });
    await signedIn();
    await user.click(await screen.findByRole("button", { name: "Buy Now" }));
    await waitFor(() => expect(screen.getAllByText("Could not find seller information.")[0]).toBeVisible());
    expect(path()).toBe("/auctions/422");
    expect(chosen()).toBeNull();
  });

  it.each([
    ["C21: the bids have come so far", { buyNowOpen: false }],
    ["AUC-06: the auction is over", { status: "ended", outcome: "sold", winnerId: 11 }],
    ["AUC-04: the seller named no price", { buyNowPrice: null }],
  ])("%s: then there is none", async (_, change) => {
    signedInAs(aUser());
    open(change);
    await signedIn();
    await screen.findByTestId("current-bid");
    expect(screen.queryByRole("button", { name: "Buy Now" })).toBeNull();
    expect(screen.queryByText("Buy Now Price")).toBeNull();
  });

  it("C21: goes the moment a bid reaches its price", async () => {
    const endsAt = new Date(Date.now() + 3600_000).toISOString();
    open({ endsAt });
    expect(await screen.findByRole("button", { name: "Buy Now" })).toBeVisible();
    const auction = { currentBid: 300, currentBidderId: 12, bidCount: 2, minimumBid: 305, reserveMet: null, endsAt };
    const bid = { ...anAuction().bids[0], id: 2, amount: 300 };
    fakeLive.send("newBid", { auctionId: 422, bid, auction, seq: 5, epoch: 1 });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Buy Now" })).toBeNull());
  });
});

describe("one’s own auction", () => {
  it("AUC-44, AUC-46: offers neither buying nor writing, but the ways to change it", async () => {
    signedInAs(aUser({ id: 9 }));
    open({ bids: [], bidCount: 0, currentBid: null, currentBidderId: null });
    expect(await screen.findByText("You are not allowed to bid on your own listings.")).toBeVisible();
    for (const name of ["Buy Now", "Contact Seller"]) expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.getByRole("link", { name: "Edit the auction" })).toHaveAttribute("href", "/sell?edit=1");
    expect(screen.getByRole("link", { name: "Open in the Seller Dashboard" })).toHaveAttribute(
      "href",
      "/seller/dashboard",
    );
  });

  it("U22: with bids only photographs and a note may be added", async () => {
    signedInAs(aUser({ id: 9 }));
    open();
    const link = await screen.findByRole("link", { name: "Add photographs or a note" });
    expect(link).toHaveAttribute("href", "/sell?edit=1");
  });
});
