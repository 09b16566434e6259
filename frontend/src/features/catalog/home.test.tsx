/** The home page: what runs now, what was listed last, and each of its states. */
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import type { Product } from "./api";

const HOUR = 3600_000;

function auctioned(id: number, change: Partial<NonNullable<Product["auction"]>> = {}): Product {
  const endsAt = new Date(Date.now() + HOUR).toISOString();
  const terms = { startingPrice: 95, currentBid: null, bidCount: 0, bidIncrement: 5, buyNowPrice: null };
  const auction = { id: 400 + id, endsAt, status: "active", ...terms, ...change };
  return aProduct({ id, name: `Lot ${id}`, listingType: "auction", auction });
}

const sells = (products: Product[]) => server.use(http.get("*/api/products", () => HttpResponse.json(products)));
const section = (name: string) => within(screen.getByRole("region", { name }));

it("shows up to three auctions that still run, newest first, and up to six other listings", async () => {
  const past = new Date(Date.now() - HOUR).toISOString();
  const auctions = [auctioned(1), auctioned(2), auctioned(3), auctioned(4), auctioned(5, { endsAt: past })];
  sells([...auctions, ...[11, 12, 13, 14, 15, 16, 17].map((id) => aProduct({ id, name: `Bottle ${id}` }))]);
  renderApp("/");
  expect(await screen.findByRole("heading", { level: 1, name: "Discover Your Signature Scent" })).toBeVisible();
  await screen.findByRole("link", { name: "Lot 4" });
  const names = (name: string) =>
    section(name)
      .getAllByRole("heading", { level: 3 })
      .map((one) => one.textContent);
  expect(names("Live Auctions")).toEqual(["Lot 4", "Lot 3", "Lot 2"]);
  expect(names("Recent Listings")).toEqual([17, 16, 15, 14, 13, 12].map((id) => `Bottle ${id}`));
  expect(screen.getByRole("link", { name: "Lot 4" })).toHaveAttribute("href", "/auctions/404");
});

it("with nothing for sale it says so in both places", async () => {
  renderApp("/");
  expect(await screen.findByText("No auction listings available at the moment.")).toBeVisible();
  expect(screen.getByText("No regular listings available at the moment.")).toBeVisible();
});

it("what did not load can be tried again", async () => {
  server.use(http.get("*/api/products", () => refusal(503, "unavailable")));
  const { user } = renderApp("/");
  await screen.findByText("The auctions did not load");
  sells([auctioned(1)]);
  await user.click(section("Live Auctions").getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "Lot 1" })).toBeVisible();
});

it("while it loads there are skeletons in the shape of the bottles", () => {
  server.use(http.get("*/api/products", () => new Promise<never>(() => undefined)));
  renderApp("/");
  expect(screen.getAllByTestId("product-skeleton")).toHaveLength(6);
});

it("an auction without its terms cannot be mistaken for one", async () => {
  sells([aProduct({ listingType: "auction", auction: null })]);
  renderApp("/products");
  expect(await screen.findByText("Auction details unavailable")).toBeVisible();
});

it("the search of the home page opens the catalogue with the words", async () => {
  const { user, path } = renderApp("/");
  await user.type(screen.getByPlaceholderText("Oud, Kenanga, a house"), "oud{enter}");
  expect(await screen.findByRole("heading", { name: "Results for “oud”" })).toBeVisible();
  expect(path()).toBe("/products?search=oud");
  expect(await screen.findByText("No products found")).toBeVisible();
});
