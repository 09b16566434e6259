/** A listing as its own seller reads it. */
import type { Schemas } from "@/lib/calls/api-client";

export type Listing = Schemas["CatalogProductOut"];

/** What is written of a listing, as the API takes it. */
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
