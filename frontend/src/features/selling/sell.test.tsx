import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs, ownListing, sent } from "@/test/dashboard";
import type { renderApp } from "@/test/render-app";
import { refusal } from "@/test/server";
import { choosePhoto } from "@/test/uploads";

vi.setConfig({ testTimeout: 30_000 });

type User = ReturnType<typeof renderApp>["user"];

const terms = { startingPrice: 1250.5, currentBid: null, bidCount: 0, bidIncrement: 5, buyNowPrice: null };
const auction = { id: 422, endsAt: new Date().toISOString(), status: "active", ...terms };
const created = (change: Parameters<typeof ownListing>[0] = {}) =>
  HttpResponse.json(ownListing({ id: 9, ...change }), { status: 201 });

const next = (user: User) => user.click(screen.getByRole("button", { name: "Continue" }));
const button = (name: string) => screen.findByRole("button", { name });

const write = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

async function toBottle(user: User) {
  await screen.findByRole("heading", { level: 2, name: "Photographs" });
  await next(user);
  await screen.findByRole("heading", { level: 2, name: "The bottle" });
}

async function writeBottle(user: User) {
  const words = { Name: "Smoke Vesper", Brand: "Atelier Noctell", Description: "Heavy and beautiful." };
  for (const [name, value] of Object.entries(words)) write(name, value);
  await screen.findByRole("option", { name: "Niche" });
  await user.selectOptions(screen.getByLabelText("Category"), "4");
  await next(user);
}

async function toAuctionPreview(user: User) {
  await toBottle(user);
  await writeBottle(user);
  await screen.findByLabelText("Starting price");
  write("Starting price", "1,250.50");
  await next(user);
  await screen.findByRole("heading", { level: 2, name: "Preview" });
}

it("FORM-01, FORM-28: an auction and its product are one command with a key; FORM-26: it is confirmed", async () => {
  const { user, path } = openAs("/sell/auction", {
    "POST /api/products": created({ listingType: "auction", auction: auction as never }),
    "GET /api/products/9": ownListing({ id: 9, listingType: "auction", auction: auction as never }),
  });
  await toAuctionPreview(user);
  await user.click(await button("Publish auction"));
  await waitFor(() => expect(path()).toBe("/sell/listed/9"));
  const [call, ...others] = callsTo("POST /api/products");
  expect(others).toEqual([]);
  expect(call?.body).toMatchObject({ listingType: "auction", categoryId: 4, volume: 100, sellerId: 7 });
  expect(call?.body).toMatchObject({ auction: { startingPrice: 1250.5, bidIncrement: 5, reservePrice: null } });
  await waitFor(() => expect(screen.getAllByText("Auction created")[0]).toBeVisible());
  expect(await screen.findByRole("link", { name: "View listing" })).toHaveAttribute("href", "/auctions/422");
});

it("FORM-21: no error is shown before Continue; then every rule, and each goes once it is corrected", async () => {
  const { user } = openAs("/sell/auction");
  await toBottle(user);
  write("Name", "a");
  write("Volume", "");
  write(/Purchase year/, "1969");
  expect(screen.queryByText("Name must be at least 3 characters")).toBeNull();
  await next(user);
  for (const sentence of [
    "Name must be at least 3 characters",
    "Brand must be at least 2 characters",
    "Description must be at least 10 characters",
    "Please select a category",
    "Please enter a valid volume (e.g. 50ml, 100ml)",
    "Please enter a year from 1970 to this year",
  ]) {
    expect(await screen.findByText(sentence)).toBeVisible();
  }
  expect(screen.getByRole("alert")).toHaveTextContent("6 fields need attention.");
  write("Name", "abc");
  await waitFor(() => expect(screen.queryByText("Name must be at least 3 characters")).toBeNull());
  await user.click(within(screen.getByRole("alert")).getByRole("link", { name: "Brand" }));
  expect(screen.getByLabelText("Brand")).toHaveFocus();
});

it("FORM-18, FORM-19, FORM-20, U32: the terms are looked over, the later when the earlier changes", async () => {
  const { user } = openAs("/sell/auction");
  await toBottle(user);
  await writeBottle(user);
  await screen.findByLabelText("Starting price");
  write("Starting price", "400");
  write(/Reserve price/, "350");
  write("Bid increment", "0.5");
  await user.selectOptions(screen.getByLabelText("Year"), String(new Date().getFullYear()));
  await user.selectOptions(screen.getByLabelText("Month"), "0");
  await user.selectOptions(screen.getByLabelText("Day"), "1");
  await next(user);
  expect(await screen.findByText("Reserve price must be at least the starting price")).toBeVisible();
  expect(screen.getByText("Bid increment must be at least 1")).toBeVisible();
  expect(screen.getByText("End date must be in the future")).toBeVisible();
  write("Starting price", "300");
  await waitFor(() => expect(screen.queryByText(/Reserve price must be/)).toBeNull());
});

it("FORM-03: day, month, this year and four more, hour, minute, second, and the time zone", async () => {
  const { user } = openAs("/sell/auction");
  await toBottle(user);
  await writeBottle(user);
  const count = async (name: string) => within(await screen.findByLabelText(name)).getAllByRole("option").length;
  expect([await count("Month"), await count("Year"), await count("Hour")]).toEqual([12, 5, 24]);
  expect([await count("Minute"), await count("Second")]).toEqual([60, 60]);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
  expect(screen.getByText(new RegExp(`${zone}. A bid in the last two minutes`))).toBeVisible();
  await user.click(await button("3 days"));
  const end = new Date(Date.now() + 3 * 86_400_000);
  expect(screen.getByLabelText("Day")).toHaveValue(String(end.getDate()));
});

it("FORM-27: a refusal is shown at its field, on its step, and in a toast", async () => {
  const fields = [{ field: "name", message: "This name is not allowed" }];
  const { user } = openAs("/sell/auction", {
    "POST /api/products": refusal(422, "invalid_input", "Some fields are wrong.", { fields }),
  });
  await toAuctionPreview(user);
  await user.click(await button("Publish auction"));
  expect(await screen.findByText("This name is not allowed")).toBeVisible();
  expect(screen.getByRole("heading", { level: 2, name: "The bottle" })).toBeVisible();
  await waitFor(() => expect(screen.getAllByText("Error creating auction")[0]).toBeVisible());
});

it("FORM-07, FORM-08, FORM-14, FORM-23, C24: a fixed price with its photograph; negotiable by a switch", async () => {
  const { user, path } = openAs("/sell?type=fixed", {
    "POST /api/product-images/uploads": { token: "abc", imageUrl: "/api/images/abc" },
    "POST /api/products": created(),
    "GET /api/products/9": ownListing({ id: 9 }),
  });
  await screen.findByRole("heading", { level: 2, name: "Photographs" });
  await next(user);
  expect(await screen.findByText("Please enter a valid image URL")).toBeVisible();
  choosePhoto("front.png");
  await waitFor(() => expect(screen.queryByText("Please enter a valid image URL")).toBeNull());
  await toBottle(user);
  await writeBottle(user);
  await next(user);
  expect(await screen.findByText("Price must be greater than 0")).toBeVisible();
  write("Price", "640");
  await waitFor(() => expect(screen.getByLabelText("Price")).toHaveAccessibleDescription(/^RM.6\.40 per ml left$/));
  await user.click(screen.getByRole("switch", { name: /Accept offers/ }));
  await next(user);
  await user.click(await button("Publish listing"));
  await waitFor(() => expect(path()).toBe("/sell/listed/9"));
  const imageUrl = `${window.location.origin}/api/images/abc`;
  expect(callsTo("POST /api/products")[0]?.body).toMatchObject({
    listingType: "negotiable",
    price: 640,
    imageUrl,
    images: ["abc"],
  });
  await waitFor(() => expect(screen.getAllByText("Product created")[0]).toBeVisible());
});

it("a postcode finds the state, is sent nowhere, and parcels across the sea get their caution", async () => {
  const { user } = openAs("/sell/auction");
  await toBottle(user);
  write(/Postcode/, "88000");
  expect(screen.getByLabelText(/State/)).toHaveValue("Sabah");
  expect(screen.getByText(/usually fly/)).toBeVisible();
  write("Name", "Smoke Vesper");
  await waitFor(() => expect(callsTo("POST /api/seller/drafts")).toHaveLength(1), { timeout: 4000 });
  expect(JSON.stringify(sent)).not.toContain("88000");
  expect(callsTo("POST /api/seller/drafts")[0]?.body).toMatchObject({ form: { name: "Smoke Vesper", state: "Sabah" } });
  expect(await screen.findByText(/Draft saved/)).toBeInTheDocument();
});

it("leaving before anything is kept is asked about; staying keeps it", async () => {
  const { user, path } = openAs("/sell/auction", { "POST /api/seller/drafts": refusal(503, "unavailable") });
  await toBottle(user);
  write("Name", "Smoke Vesper");
  expect(await screen.findByText("The draft was not saved.", {}, { timeout: 4000 })).toBeInTheDocument();
  await user.click(screen.getByRole("link", { name: "Wangi, home" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(dialog).getByRole("button", { name: "Stay" }));
  expect(path()).toBe("/sell/auction");
  expect(screen.getByLabelText("Name")).toHaveValue("Smoke Vesper");
  await user.click(screen.getByRole("link", { name: "Wangi, home" }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await waitFor(() => expect(path()).toBe("/"));
});

it("the preview follows what is written", async () => {
  const { user } = openAs("/sell/auction");
  await toBottle(user);
  write("Name", "Smoke Vesper");
  const [card] = screen.getAllByTestId("product-card");
  await waitFor(() => expect(card).toHaveTextContent("Smoke Vesper"));
});
