import { i18n } from "@lingui/core";
import { Refusal } from "@/lib/calls/refusal";
import { picturesOf } from "@/lib/pictures";
import { fetchAuctionOf } from "@/shared/auctions/auction-of-listing";
import { formOf } from "@/shared/listings/drafts";
import type { PhotoKind } from "@/shared/listings/evidence";
import { draftOf, floorOfListing, type Listing, ownListing, type Terms } from "./api";
import type { ListingForm } from "./rules";
import { endIn, fromDraft, fromListing, newListing } from "./shapes";
import type { Start } from "./use-listing";

export type Origin = { from: "nothing"; type: string | null } | { from: "draft" | "edit" | "relist"; id: number };

const TYPES: readonly string[] = ["fixed", "negotiable", "auction"];

export function originOf(params: URLSearchParams, type: string | null): Origin {
  for (const from of ["draft", "edit", "relist"] as const) {
    const id = params.get(from) ?? "";
    if (/^\d{1,15}$/.test(id)) return { from, id: Number(id) };
  }
  return { from: "nothing", type: type ?? params.get("type") };
}

export async function loadStart(origin: Origin): Promise<Start & { terms: Terms | null }> {
  if (origin.from === "nothing") return freshForm(origin.type);
  if (origin.from === "draft") return continuedDraft(origin.id);
  const listing = await ownListing(origin.id);
  const terms = listing.listingType === "auction" ? await knownTerms(listing, origin.from) : null;
  const floor = listing.listingType === "negotiable" ? await floorOfListing(listing.id) : null;
  const form = fromListing(listing, terms, floor);
  const images = picturesOf(listing).map(({ imageUrl, kind }) => ({ imageUrl, kind: kind as PhotoKind | null }));
  const start = { images, draftId: null, terms };
  if (origin.from === "edit") return { ...start, form, step: "photos", editing: listing, relistOf: null };
  return { ...start, form: { ...form, endsAt: endIn(7) }, step: "price", editing: null, relistOf: listing };
}

function freshForm(type: string | null) {
  const isKnownType = type !== null && TYPES.includes(type);
  const form = newListing(isKnownType ? (type as ListingForm["listingType"]) : "fixed");
  const step = isKnownType ? ("photos" as const) : ("type" as const);
  return { form, images: [], step, editing: null, draftId: null, relistOf: null, terms: null };
}

async function continuedDraft(id: number) {
  const form = formOf(await draftOf(id));
  const images = form.images ?? [];
  return {
    form: fromDraft(form),
    images: images.map((image) => (typeof image === "string" ? { imageUrl: image } : image)),
    step: "photos" as const,
    editing: null,
    draftId: id,
    relistOf: null,
    terms: null,
  };
}

async function knownTerms(listing: Listing, from: "edit" | "relist"): Promise<Terms | null> {
  const terms = await fetchAuctionOf(listing.id).catch((error) => {
    const status = error instanceof Refusal ? error.status : 0;
    throw new Refusal(status, "auction_data", i18n.t("Failed to fetch auction data for update"));
  });
  if (!terms && from === "edit")
    throw new Refusal(404, "auction_data", i18n.t("Failed to find auction data for this product"));
  return terms;
}
