import type { Schemas } from "@/lib/calls/api-client";

export type Listing = Schemas["CatalogProductOut"];

export type ListingIn = Schemas["CatalogProductIn"];

export function isBoosted({ isFeatured, featuredUntil }: Listing, now: number): boolean {
  return isFeatured || (featuredUntil !== null && Date.parse(featuredUntil) > now);
}

export function statusOf(listing: Listing, now: number): string {
  const { status: stored, auction } = listing;
  const status = stored || "active";
  const over = auction && (auction.status !== "active" || Date.parse(auction.endsAt) <= now);
  if (over && ["active", "featured"].includes(status)) return "ended";
  if (status === "active" && isBoosted(listing, now)) return "featured";
  return status === "featured" && !isBoosted(listing, now) ? "active" : status;
}

export const isOffered = (listing: Listing, now: number): boolean =>
  ["active", "featured"].includes(statusOf(listing, now));

export function priceOf({ price, auction }: Listing): number {
  return auction ? (auction.currentBid ?? auction.startingPrice) : price;
}
