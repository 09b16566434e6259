/** Which products the home page shows, newest first. */
import type { Product } from "./types";

export function liveAuctions(products: Product[], now: number): Product[] {
  return newestFirst(products.filter((product) => isLive(product, now))).slice(0, 3);
}

export function recentListings(products: Product[]): Product[] {
  return newestFirst(products.filter((product) => product.listingType !== "auction")).slice(0, 6);
}

function isLive({ listingType, auction }: Product, now: number): boolean {
  return listingType === "auction" && auction?.status === "active" && Date.parse(auction.endsAt) > now;
}

function newestFirst(products: Product[]): Product[] {
  return [...products].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id);
}
