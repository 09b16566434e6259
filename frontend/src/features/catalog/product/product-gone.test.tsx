import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

describe("where it leads", () => {
  it("PROD-15, C19: a product that is an auction leads to its room", async () => {
    const terms = { startingPrice: 95, currentBid: null, bidCount: 0, bidIncrement: 5, buyNowPrice: null };
    const auction = { id: 422, endsAt: "2027-01-01T00:00:00Z", status: "active", ...terms };
    server.use(http.get("*/api/products/1", () => HttpResponse.json(aProduct({ auction }))));
    const { path } = renderApp("/products/1");
    server.use(http.get("*/api/auctions/422", () => refusal(404, "not_found")));
    server.use(http.get("*/api/auctions/product/422", () => refusal(404, "not_found")));
    await waitFor(() => expect(path()).toBe("/auctions/422"));
  });

  it.each([
    [404, "Product Not Found", /nothing at this address/],
    [410, "This listing was removed", /The seller took it back/],
  ])("PROD-10: %i is %s, with a reason and Browse Products", async (status, title, reason) => {
    server.use(http.get("*/api/products/1", () => refusal(status, "x")));
    renderApp("/products/1");
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(screen.getByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products");
  });

  it("what did not load can be tried again", async () => {
    server.use(http.get("*/api/products/1", () => refusal(503, "unavailable")));
    const { user } = renderApp("/products/1");
    const retry = await screen.findByRole("button", { name: "Retry" });
    server.use(http.get("*/api/products/1", () => HttpResponse.json(aProduct())));
    await user.click(retry);
    expect(await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" })).toBeVisible();
  });
});
