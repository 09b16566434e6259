import { forInput, parseSen, toRinggit } from "@/lib/money";
import { serverNow } from "@/lib/time/now";
import type { DraftForm, Listing, ListingIn, Terms } from "./api";
import { type ListingForm, whole } from "./rules";

type Images = NonNullable<ListingIn["images"]>;

const DAYS_BY_DEFAULT = 7;
const DAY_MS = 86_400_000;

export function newListing(listingType: ListingForm["listingType"] = "fixed"): ListingForm {
  return {
    listingType,
    imageUrl: "",
    name: "",
    brand: "",
    categoryId: "",
    volume: "100",
    concentration: "",
    remainingPercentage: 100,
    purchaseYear: String(new Date(serverNow()).getFullYear()),
    batchCode: "",
    boxCondition: "Good",
    notes: "",
    description: "",
    state: "",
    price: "",
    floor: "",
    stockQuantity: "1",
    startingPrice: "",
    bidIncrement: "5",
    reservePrice: "",
    buyNowPrice: "",
    endsAt: endIn(DAYS_BY_DEFAULT),
  };
}

export function endIn(days: number): Date {
  const end = new Date(serverNow());
  end.setDate(end.getDate() + days);
  end.setSeconds(0, 0);
  return end;
}

export function endToEdit(endsAt: string): Date {
  const end = Date.parse(endsAt);
  if (end > serverNow()) return new Date(end);
  return end + DAY_MS > serverNow() ? new Date(end + DAY_MS) : endIn(1);
}

export function toListingIn(form: ListingForm, images: Images, kept: Partial<ListingIn> = {}): ListingIn {
  const auction = form.listingType === "auction";
  return {
    ...kept,
    ...bottleOf(form),
    listingType: form.listingType,
    price: auction ? parseRinggit(form.startingPrice) : parseRinggit(form.price),
    stockQuantity: whole(form.stockQuantity),
    imageUrl: form.imageUrl || null,
    images,
    ...(auction && { auction: termsIn(form) }),
  };
}

export function toDraft(form: ListingForm, images: Images): DraftForm {
  const listingIn = toListingIn(form, images);
  const price = form.listingType === "auction" ? form.startingPrice : form.price;
  return Object.fromEntries(
    Object.entries({ ...listingIn, price: parseRinggit(price), floor: floorOf(form) }).filter(
      ([, value]) => !isUnreadable(value),
    ),
  );
}

export const floorOf = ({ listingType, floor }: Pick<ListingForm, "listingType" | "floor">): number | null =>
  listingType === "negotiable" ? parseRinggit(floor) : null;

export function fromListing(listing: Listing, terms: Terms | null, floor: number | null = null): ListingForm {
  return fromDraft({ ...asDraft(listing), auction: terms, floor });
}

export function fromDraft(draft: DraftForm): ListingForm {
  const start = newListing(draft.listingType);
  const auction = draft.auction;
  return {
    ...start,
    imageUrl: draft.imageUrl ?? "",
    name: draft.name ?? "",
    brand: draft.brand ?? "",
    description: draft.description ?? "",
    concentration: draft.concentration ?? "",
    notes: draft.notes ?? "",
    state: draft.state ?? "",
    batchCode: draft.batchCode ?? "",
    categoryId: draft.categoryId ? String(draft.categoryId) : "",
    volume: textOf(draft.volume, ""),
    remainingPercentage: draft.remainingPercentage ?? start.remainingPercentage,
    purchaseYear: draft.purchaseYear ? String(draft.purchaseYear) : "",
    boxCondition: draft.boxCondition ?? "Good",
    stockQuantity: textOf(draft.stockQuantity, "1"),
    price: formatAmount(draft.price),
    floor: formatAmount(draft.floor),
    startingPrice: formatAmount(auction?.startingPrice),
    reservePrice: formatAmount(auction?.reservePrice),
    buyNowPrice: formatAmount(auction?.buyNowPrice),
    bidIncrement: formatAmount(auction?.bidIncrement) || "5",
    endsAt: auction?.endsAt ? endToEdit(auction.endsAt) : start.endsAt,
  };
}

function asDraft(listing: Listing): Partial<ListingIn> {
  return {
    ...listing,
    auction: null,
    listingType: listing.listingType as ListingForm["listingType"],
    boxCondition: listing.boxCondition as ListingForm["boxCondition"],
    concentration: listing.concentration as ListingIn["concentration"],
    state: listing.state as ListingIn["state"],
    images: undefined,
  };
}

export function parseRinggit(amount: string): number | null {
  const sen = parseSen(amount);
  return sen === null ? null : toRinggit(sen);
}

export function volumeOf({ volume }: Pick<ListingForm, "volume">): number | null {
  return whole(volume) > 0 ? whole(volume) : null;
}

export function bottleOf(form: ListingForm) {
  return {
    name: form.name.trim(),
    brand: form.brand.trim(),
    description: form.description.trim(),
    categoryId: Number(form.categoryId),
    volume: whole(form.volume),
    remainingPercentage: form.remainingPercentage,
    purchaseYear: form.purchaseYear.trim() ? whole(form.purchaseYear) : null,
    batchCode: form.batchCode.trim() || null,
    boxCondition: form.boxCondition,
    concentration: (form.concentration || null) as ListingIn["concentration"],
    notes: form.notes.trim() || null,
    state: (form.state || null) as ListingIn["state"],
  };
}

function termsIn(form: ListingForm) {
  return {
    startingPrice: parseRinggit(form.startingPrice) ?? 0,
    reservePrice: parseRinggit(form.reservePrice),
    buyNowPrice: parseRinggit(form.buyNowPrice),
    bidIncrement: parseRinggit(form.bidIncrement) ?? 0,
    endsAt: form.endsAt.toISOString(),
  };
}

function formatAmount(amount: number | null | undefined): string {
  return amount ? forInput(amount) : "";
}

function textOf(value: number | null | undefined, otherwise: string): string {
  return value === null || value === undefined ? otherwise : String(value);
}

function isUnreadable(value: unknown): boolean {
  return value === null || value === "" || value === 0 || Number.isNaN(value);
}
