import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Product } from "@/shared/listings/types";
import { aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

function open(change: Partial<Product>) {
  server.use(http.get("*/api/products/1", () => HttpResponse.json(aProduct(change))));
  renderApp("/products/1");
}

it("U16: stars with their count stand at the bottle and at its seller", async () => {
  const rated = { averageRating: 4.8, reviews: 12 };
  open({ averageRating: 5, reviews: 1, seller: { ...aProduct().seller, ...rated } });
  const seller = within(await screen.findByRole("article", { name: "Seller" }));
  expect(seller.getByText("4.8 (12)")).toBeVisible();
  expect(seller.getByText("Rating: 4.8 of 5, 12 reviews")).toBeInTheDocument();
  expect(screen.getByText("5.0 (1)")).toBeVisible();
  expect(screen.getByText("This bottle: 5.0 of 5, 1 review")).toBeInTheDocument();
});

it.each([{ averageRating: null, reviews: 0 }, {}])("U16: a seller with %o has no stars", async (figures) => {
  open({ seller: { ...aProduct().seller, ...figures } });
  await screen.findByRole("article", { name: "Seller" });
  expect(screen.queryByText(/ of 5,/)).toBeNull();
  expect(screen.queryByText("0.0 (0)")).toBeNull();
});
