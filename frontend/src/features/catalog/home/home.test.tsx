import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import type { Product } from "@/shared/listings/types";
import { aProduct } from "@/test/makers";
import { protectionTerms } from "@/test/protection";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const HOUR = 3600_000;

function auctioned(id: number, change: Partial<NonNullable<Product["auction"]>> = {}): Product {
  const endsAt = new Date(Date.now() + HOUR).toISOString();
  const terms = { startingPrice: 95, currentBid: null, bidCount: 0, bidIncrement: 5, buyNowPrice: null };
  const auction = { id: 400 + id, endsAt, status: "active", ...terms, ...change };
  return aProduct({ id, name: `Lot ${id}`, listingType: "auction", auction });
}

const sells = (products: Product[]) => server.use(http.get("*/api/products", () => HttpResponse.json(products)));
const section = (name: string) => within(screen.getByRole("region", { name }));

it("HOME-01, HOME-05, HOME-06, HOME-07, HOME-12, HOME-14: up to three auctions that still run and six other listings, newest first", async () => {
  const past = new Date(Date.now() - HOUR).toISOString();
  const auctions = [auctioned(1), auctioned(2), auctioned(3), auctioned(4), auctioned(5, { endsAt: past })];
  sells([...auctions, ...[11, 12, 13, 14, 15, 16, 17].map((id) => aProduct({ id, name: `Bottle ${id}` }))]);
  renderApp("/");
  expect(await screen.findByRole("heading", { level: 1, name: "Discover Your Signature Scent" })).toBeVisible();
  await screen.findByRole("link", { name: "Lot 4" });
  const names = (name: string) =>
    section(name)
      .getAllByRole("heading", { level: 3 })
      .map((heading) => heading.textContent);
  expect(names("Live Auctions")).toEqual(["Lot 4", "Lot 3", "Lot 2"]);
  expect(names("Recent Listings")).toEqual([17, 16, 15, 14, 13, 12].map((id) => `Bottle ${id}`));
  expect(screen.getByRole("link", { name: "Lot 4" })).toHaveAttribute("href", "/auctions/404");
});

it("HOME-05, HOME-06: with nothing for sale it says so in both places", async () => {
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

it("HOME-11, CAT-18, C22: an auction without its terms says so, and nothing is invented", async () => {
  sells([aProduct({ listingType: "auction", auction: null })]);
  renderApp("/products");
  expect(await screen.findByText("Auction details unavailable")).toBeVisible();
});

it("HOME-01, CAT-07: the search of the home page opens the catalogue with the words", async () => {
  const { user, path } = renderApp("/");
  await user.type(screen.getByPlaceholderText("Oud, Kenanga, a house"), "oud{enter}");
  expect(await screen.findByRole("heading", { name: "Results for “oud”" })).toBeVisible();
  expect(path()).toBe("/products?search=oud");
  expect(await screen.findByText("No products found")).toBeVisible();
});

it("HOME-02: four categories lead into the catalogue, with how many bottles are there", async () => {
  server.use(
    http.get("*/api/categories", () => HttpResponse.json([{ id: 4, name: "Niche", description: null, count: 12 }])),
  );
  renderApp("/");
  const tiles = within(screen.getByRole("navigation", { name: "Browse by category" }));
  expect(await tiles.findByText("12 bottles")).toBeInTheDocument();
  expect(tiles.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    [1, 2, 3, 4].map((id) => `/products?category=${id}`),
  );
});

it("HOME-08, HOME-09, HOME-10, C36: what is still to come says so, no customer is quoted, and the group is one link away", async () => {
  vi.stubEnv("VITE_COMMUNITY_URL", "https://group.example/");
  renderApp("/");
  const plans = within(await screen.findByRole("region", { name: "Upcoming" }));
  for (const name of ["Swap market", "Escrow secure payments"]) expect(plans.getByText(name)).toBeVisible();
  expect(plans.getAllByText("Coming soon")).toHaveLength(2);
  const available = within(screen.getByRole("region", { name: "Available now" }));
  expect(available.getByText("Authentication guide")).toBeVisible();
  expect(available.getByRole("link", { name: "Read the guide" })).toHaveAttribute("href", "/guides/authenticity");
  expect(document.querySelector("blockquote")).toBeNull();
  const group = screen.getByRole("link", { name: /Join the community group/ });
  expect(group).toHaveAttribute("rel", "noopener noreferrer");
  expect(group.getAttribute("href")).toMatch(/^https:/);
  vi.unstubAllEnvs();
});

it("C36: where protected purchase is switched on, the home page says of it alone that it is here", async () => {
  server.use(http.get("*/api/boost/protection", () => HttpResponse.json(protectionTerms(true))));
  renderApp("/");
  const available = within(await screen.findByRole("region", { name: "Available now" }));
  expect(await available.findByText("Escrow secure payments")).toBeVisible();
  const plans = within(screen.getByRole("region", { name: "Upcoming" }));
  expect(plans.queryByText("Escrow secure payments")).toBeNull();
  expect(plans.getAllByText("Coming soon")).toHaveLength(1);
});

it("HOME-10: without a group's address nothing leads to one that is not there", async () => {
  renderApp("/");
  const talk = within(await screen.findByRole("region", { name: /^Talk about it/ }));
  expect(talk.getByRole("link", { name: "Read the Buying Guide" })).toHaveAttribute("href", "/buying-guide");
  expect(screen.queryByRole("link", { name: /Join the community group/ })).toBeNull();
});

it("the page opens with a bottle that it does not show again, and shows each perfume once", async () => {
  const bottle = (id: number, name: string) =>
    aProduct({ id, name, imageUrl: `/api/images/${id}`, createdAt: `2026-11-${id}T12:00:00Z` });
  const names = ["Dehn Sahar", "Dehn Sahar", "Salt", "Fig", "Iris", "Musk", "Amber", "Rose"];
  sells(names.map((name, at) => bottle(28 - at, name)));
  renderApp("/");
  const recent = within(await screen.findByRole("region", { name: "Recent Listings" }));
  await recent.findByRole("link", { name: "Amber" });
  expect(recent.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
    "Dehn Sahar",
    "Salt",
    "Fig",
    "Iris",
    "Musk",
    "Amber",
  ]);
  expect(screen.getAllByRole("link", { name: "Rose" })).toHaveLength(1);
  for (const words of ["oud", "melati", "vetiver", "under RM 150"]) {
    expect(screen.getByRole("link", { name: words })).toBeVisible();
  }
});

it("CAT-16, CAT-17: a card writes whole ringgit, the level, and what a millilitre costs", async () => {
  sells([aProduct({ price: 639.6, remainingPercentage: 60, volume: 50 })]);
  renderApp("/products");
  const card = within(await screen.findByTestId("product-card"));
  expect(card.getByText("640")).toHaveTextContent(/^RM 640$/);
  expect(card.getByText(/^RM\s21\.32 per ml left$/)).toBeVisible();
  expect(card.getByRole("img", { name: "60% full, about 30 ml of 50 ml left" })).toBeVisible();
});

it("U16: a card shows the stars of its seller and how many gave them, and says both to who cannot see", async () => {
  const rated = { ...aProduct().seller, averageRating: 4.8, reviews: 12 };
  const unrated = { ...aProduct().seller, averageRating: null, reviews: 0 };
  sells([aProduct({ id: 1, name: "Rated", seller: rated }), aProduct({ id: 2, name: "Unrated", seller: unrated })]);
  renderApp("/");
  await screen.findByRole("link", { name: "Unrated" });
  const card = (name: string) =>
    within(section("Recent Listings").getByRole("link", { name }).closest("article") as HTMLElement);
  expect(card("Rated").getByText("4.8 (12)")).toBeVisible();
  expect(card("Rated").getByText("Seller: 4.8 of 5, 12 reviews")).toBeInTheDocument();
  expect(card("Unrated").queryByText(/ of 5/)).toBeNull();
});
