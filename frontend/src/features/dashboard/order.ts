/** Which listings the dashboard shows, and in which order. */
import { isBoosted, type Listing } from "@/lib/bottle/listing";
import { paths } from "@/lib/paths";

const RANK = ["featured", "active", "pending", "ended", "sold", "archived", "removed"];
const LOW = 5;
const MEDIUM = 20;
const HOUR_MS = 3_600_000;
const FIRST_PREMIUM_PACKAGE = 5;

export type Band = "out" | "low" | "medium" | "good";

export function bandOf(stock: number): Band {
  if (stock <= 0) return "out";
  if (stock <= LOW) return "low";
  return stock <= MEDIUM ? "medium" : "good";
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

/** As RANK has them, what may still be sold first; an unknown status counts as active, and the newest comes first among equals. */
export function inOrder(listings: Listing[], now: number): Listing[] {
  const rank = (listing: Listing) => {
    const at = RANK.indexOf(statusOf(listing, now));
    return at < 0 ? RANK.indexOf("active") : at;
  };
  return [...listings].sort(
    (a, b) => rank(a) - rank(b) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id,
  );
}

export function matching(listings: Listing[], words: string): Listing[] {
  const sought = words.trim().toLowerCase();
  return listings.filter(({ name, brand }) => `${name}\n${brand}`.toLowerCase().includes(sought));
}

export const canBoost = (listing: Listing, now: number) => statusOf(listing, now) === "active";

/** Listings that have a boost, also one that has run out. */
export const everBoosted = (listings: Listing[]) =>
  listings.filter(({ isFeatured, featuredUntil }) => isFeatured || featuredUntil !== null);

export function boostKind({ boostPackageId }: Listing): "premium" | "standard" {
  return boostPackageId !== null && boostPackageId >= FIRST_PREMIUM_PACKAGE ? "premium" : "standard";
}

/** Whole hours left of a boost; 0 once it is over. */
export function hoursLeft({ featuredUntil }: Listing, now: number): number {
  if (!featuredUntil) return 0;
  return Math.max(0, Math.ceil((Date.parse(featuredUntil) - now) / HOUR_MS));
}

export function linkTo({ id, auction }: Listing): string {
  return auction ? paths.auction(auction.id) : paths.product(id);
}

/** What a listing costs now: an auction its current bid, else where it starts. */
export function priceOf({ price, auction }: Listing): number {
  return auction ? (auction.currentBid ?? auction.startingPrice) : price;
}

/** Least and most of what is for sale; null with nothing. */
export function priceRange(listings: Listing[], now: number): [number, number] | null {
  const offered = listings.filter((listing) => ["active", "featured"].includes(statusOf(listing, now)));
  const prices = offered.map(priceOf);
  return prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : null;
}
