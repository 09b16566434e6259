import { screen, within } from "@testing-library/react";
import type { Listing } from "@/shared/listings/listing";
import { type openAs, ownListing } from "./dashboard";

const until = new Date(Date.now() + 72 * 3_600_000 - 60_000).toISOString();
export const listings = [
  ownListing({ id: 1, name: "Smoke Vesper", price: 640, listingType: "negotiable" }),
  ownListing({ id: 2, name: "Amber Ledger", brand: "Halden Row", price: 275, featuredUntil: until, boostPackageId: 6 }),
  ownListing({ id: 3, name: "Oud Senja", status: "sold", stockQuantity: 6 }),
  ownListing({ id: 4, name: "Pandan Pagi", status: "archived", stockQuantity: 0 }),
  ownListing({ id: 5, name: "Lime Harbour", status: "removed", removedReason: "Not this bottle." }),
];
export const PRODUCTS = { "GET /api/seller/products": listings };
const auctioned: Listing["auction"] = {
  id: 422,
  status: "active",
  startingPrice: 95,
  currentBid: 100,
  bidCount: 1,
  bidIncrement: 5,
  buyNowPrice: null,
  hasReserve: false,
  startsAt: null,
  endsAt: until,
};
export const auctionedUntil = (endsAt: string) => ({
  "GET /api/seller/products": [
    ownListing({ id: 1, name: "Smoke Vesper", listingType: "auction", auction: { ...auctioned, endsAt } }),
    ...listings.slice(1),
  ],
});
export const AUCTIONED = auctionedUntil(until);
export const rows = async (label = "Your products") => {
  const table = await screen.findByRole("region", { name: label });
  return within(table).getAllByRole("row").slice(1);
};
export const nameIn = (row: HTMLElement) => within(row).getAllByRole("cell")[2]?.textContent ?? "";
export const rowOf = async (name: string) => (await rows()).find((row) => nameIn(row).includes(name)) as HTMLElement;
export const press = async (name: string | RegExp) => screen.findByRole("button", { name });

export async function fromMenu(user: ReturnType<typeof openAs>["user"], name: string, item: string) {
  await user.click(await press(`More for ${name}`));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}
