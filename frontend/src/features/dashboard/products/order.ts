import { type Listing, priceOf, statusOf } from "@/shared/listings/listing";
import { paths } from "@/shared/navigation/paths";

const RANK = ["featured", "active", "pending", "ended", "sold", "archived", "removed"];
const LOW = 5;
const MEDIUM = 20;

export type Band = "out" | "low" | "medium" | "good";

export function bandOf(stock: number): Band {
  if (stock <= 0) return "out";
  if (stock <= LOW) return "low";
  return stock <= MEDIUM ? "medium" : "good";
}

export function inOrder(listings: Listing[], now: number): Listing[] {
  const rank = (listing: Listing) => {
    const at = RANK.indexOf(statusOf(listing, now));
    return at < 0 ? RANK.indexOf("active") : at;
  };
  return [...listings].sort(
    (a, b) => rank(a) - rank(b) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id,
  );
}

export function matchingListings(listings: Listing[], words: string): Listing[] {
  const sought = words.trim().toLowerCase();
  return listings.filter(({ name, brand }) => `${name}\n${brand}`.toLowerCase().includes(sought));
}

export const canBoost = (listing: Listing, now: number) => statusOf(listing, now) === "active";

export function linkTo({ id, auction }: Listing): string {
  return auction ? paths.auction(auction.id) : paths.product(id);
}

export function priceRange(listings: Listing[], now: number): [number, number] | null {
  const offered = listings.filter((listing) => ["active", "featured"].includes(statusOf(listing, now)));
  const prices = offered.map(priceOf);
  return prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : null;
}
