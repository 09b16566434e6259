import type { Schemas } from "@/lib/calls/api-client";

export type Listing = Schemas["CatalogProductOut"];

export type ListingIn = Schemas["CatalogProductIn"];

/** Any part of a listing, and the least that is taken for it, which is kept apart from what buyers see. */
export type DraftForm = Partial<ListingIn> & { floor?: number | null };

export interface Draft {
  id: number;
  form: DraftForm;
  createdAt: string;
  updatedAt: string;
}

/** Boosted is a date, not a flag that could be forgotten. */
export function isBoosted({ isFeatured, featuredUntil }: Listing, now: number): boolean {
  return isFeatured || (featuredUntil !== null && Date.parse(featuredUntil) > now);
}

/** A boosted active listing is featured, even when its status is older; an auction that is over without a buyer has ended. */
export function statusOf(listing: Listing, now: number): string {
  const { status: stored, auction } = listing;
  const status = stored || "active";
  const over = auction && (auction.status !== "active" || Date.parse(auction.endsAt) <= now);
  if (over && ["active", "featured"].includes(status)) return "ended";
  if (status === "active" && isBoosted(listing, now)) return "featured";
  return status === "featured" && !isBoosted(listing, now) ? "active" : status;
}

/** Whether it can be bought now, featured or not. */
export const isOffered = (listing: Listing, now: number): boolean =>
  ["active", "featured"].includes(statusOf(listing, now));

/** What a listing costs now: an auction its current bid, else where it starts. */
export function priceOf({ price, auction }: Listing): number {
  return auction ? (auction.currentBid ?? auction.startingPrice) : price;
}
