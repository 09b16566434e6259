/** The photographs of an auction: what one cannot hold is looked at closely before one bids. */
import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { anAuction } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { live: () => fake.fakeLive };
});

it("PROD-03: the photograph of an auction comes no larger than shown, opens at full size, and Escape or Close leads back to the room", async () => {
  const auction = anAuction();
  if (!auction.product) throw new Error("an auction of something");
  const images = [0, 1].map((place) => ({
    id: place,
    imageOrder: place,
    imageUrl: `/api/images/p${place}`,
    width: 900,
    height: 1200,
    sizes: [320, 640, 1024, 1600],
  }));
  const product = { ...auction.product, images };
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json({ ...auction, product })));
  renderApp("/auctions/422");
  const full = await screen.findByRole("button", { name: "Open full size" });
  expect(screen.getByRole("list", { name: "Photographs" })).toHaveAttribute("tabindex", "0");
  const shown = within(screen.getByRole("list", { name: "Photographs" })).getAllByRole("img")[0];
  expect(shown).toHaveAttribute("srcset", expect.stringContaining("/api/images/p0-320 240w, /api/images/p0-640 480w"));
  fireEvent.click(full);
  const zoom = within(screen.getByRole("dialog", { name: "Photographs" }));
  expect(zoom.getByRole("img")).toHaveAttribute("src", "/api/images/p0");
  fireEvent.click(zoom.getByRole("button", { name: "Next" }));
  expect(zoom.getByRole("status")).toHaveTextContent("2 / 2");
  fireEvent.click(zoom.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByTestId("current-bid")).toBeVisible();
});

it("what cannot be scrolled is no stop on the way to the bid", async () => {
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(anAuction())));
  renderApp("/auctions/422");
  expect(await screen.findByRole("list", { name: "Photographs" })).not.toHaveAttribute("tabindex");
});
