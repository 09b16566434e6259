import { act, fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { EVERY_MS, FADE_MS } from "./use-carousel";

afterEach(() => vi.unstubAllGlobals());

const bottles = (count: number) =>
  Array.from({ length: count }, (_, at) => aProduct({ id: at + 1, name: `Bottle ${at + 1}`, isFeatured: true }));

async function open(count: number, products = bottles(count)) {
  server.use(http.get("*/api/products/featured", () => HttpResponse.json(products)));
  renderApp("/");
  await screen.findByRole("heading", { name: "Bottle 1" });
  const region = within(screen.getByRole("region", { name: "Featured" }));
  const shown = () => region.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  const press = (name: string) => fireEvent.click(region.getByRole("button", { name }));
  return { region, shown, press };
}

const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it("HOME-03: with two there is neither arrow nor dot", async () => {
  const { region, shown } = await open(2);
  expect(shown()).toEqual(["Bottle 1", "Bottle 2"]);
  expect(region.queryByRole("button")).toBeNull();
});

it("HOME-03, HOME-14: two a page, arrows around the end, and a move is blocked while one runs", async () => {
  const { shown, press } = await open(5);
  vi.useFakeTimers();
  press("Next");
  press("Next");
  expect(shown()).toEqual(["Bottle 3", "Bottle 4"]);
  await later(FADE_MS);
  press("Next");
  expect(shown()).toEqual(["Bottle 5"]);
  await later(FADE_MS);
  press("Next");
  expect(shown()).toEqual(["Bottle 1", "Bottle 2"]);
  await later(FADE_MS);
  press("Previous");
  expect(shown()).toEqual(["Bottle 5"]);
  await later(FADE_MS);
  press("Page 2");
  expect(shown()).toEqual(["Bottle 3", "Bottle 4"]);
});

it("HOME-03, HOME-14: goes on by itself every ten seconds until it is paused; arrow keys turn it", async () => {
  const { region, shown, press } = await open(4);
  vi.useFakeTimers();
  press("Pause");
  press("Play");
  await later(EVERY_MS);
  expect(EVERY_MS).toBe(10_000);
  expect(shown()).toEqual(["Bottle 3", "Bottle 4"]);
  await later(EVERY_MS);
  expect(shown()).toEqual(["Bottle 1", "Bottle 2"]);
  press("Pause");
  await later(3 * EVERY_MS);
  expect(shown()).toEqual(["Bottle 1", "Bottle 2"]);
  fireEvent.keyDown(region.getByRole("button", { name: "Play" }), { key: "ArrowRight" });
  expect(shown()).toEqual(["Bottle 3", "Bottle 4"]);
});

it("HOME-03: with reduced motion it does not turn by itself", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduce"), addEventListener: vi.fn() }));
  const { region, shown } = await open(4);
  expect(region.queryByRole("button", { name: "Pause" })).toBeNull();
  vi.useFakeTimers();
  await later(3 * EVERY_MS);
  expect(shown()).toEqual(["Bottle 1", "Bottle 2"]);
});

it("HOME-04, HOME-13: a card has its badges, its price with sen, its words, and the way on", async () => {
  const endsAt = new Date(Date.now() + 3600_000).toISOString();
  const terms = { startingPrice: 95, currentBid: 120, bidCount: 1, bidIncrement: 5, buyNowPrice: null };
  const auction = { id: 422, endsAt, status: "active", ...terms };
  const { region } = await open(2, [
    aProduct({ id: 1, name: "Bottle 1", description: "", price: 640, isFeatured: true }),
    aProduct({ id: 2, name: "Bottle 2", listingType: "auction", auction, isFeatured: true }),
  ]);
  const [fixed, sold] = region.getAllByTestId("product-card").map((card) => within(card));
  expect(fixed?.getByText("No description available.")).toBeVisible();
  expect(fixed?.getByText("Featured")).toBeVisible();
  expect(fixed?.getByText("640")).toHaveTextContent("RM 640.00");
  expect(fixed?.getByRole("link", { name: /View Details/ })).toHaveAttribute("href", "/products/1");
  expect(fixed?.queryByText("Auction")).toBeNull();
  expect(sold?.getByText("Auction")).toBeVisible();
  expect(sold?.getByRole("link", { name: /Bid Now/ })).toHaveAttribute("href", "/auctions/422");
});
