import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openAs, ownListing } from "@/test/dashboard";

const paused = { "GET /api/settings": { auctions: false, payments: true, registration: true } };
const words = "New auctions are paused right now.";

it("no new auction is offered, and a fixed price is", async () => {
  openAs("/sell", paused);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole("radio", { name: /^Auction/ })).toBeDisabled();
  expect(screen.getByRole("radio", { name: /^Fixed Price/ })).toBeEnabled();
});

it("who comes to list an auction reads it before writing anything", async () => {
  openAs("/sell/auction", paused);
  expect(await screen.findByRole("heading", { level: 2, name: "Photographs" })).toBeVisible();
  expect(await screen.findByText(words)).toBeVisible();
});

it("an auction that runs is changed as always", async () => {
  openAs("/sell?edit=9", { ...paused, "GET /api/products/9": ownListing({ id: 9 }) });
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.queryByText(words)).toBeNull();
});
