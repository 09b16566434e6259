import { coverOf } from "@/lib/pictures";
import type { Product } from "@/shared/listings/types";

export function liveAuctions(products: Product[], now: number): Product[] {
  return newestFirst(products.filter((product) => isLive(product, now))).slice(0, 3);
}

export function recentListings(products: Product[]): Product[] {
  const newest = newestFirst(products.filter((product) => product.listingType !== "auction"));
  const once = [...new Map(newest.toReversed().map((product) => [perfumeOf(product), product])).values()];
  return newestFirst([...once.toReversed(), ...newest.filter((product) => !once.includes(product))].slice(0, 6));
}

export function heroBottle(products: Product[]): Product | undefined {
  const listed = products.filter(({ listingType }) => listingType !== "auction");
  return freshOf(listed, recentListings(products)) ?? products[0];
}

export function bottleOf(categoryId: number, products: Product[]): Product | undefined {
  const there = products.filter((product) => product.categoryId === categoryId);
  return freshOf(there, [...recentListings(products), heroBottle(products)]);
}

function freshOf(products: Product[], shown: (Product | undefined)[]): Product | undefined {
  const shownPerfumes = shown.map((product) => product && perfumeOf(product));
  const seen = products.filter(coverOf);
  return seen.find((product) => !shownPerfumes.includes(perfumeOf(product))) ?? seen[0];
}

const perfumeOf = ({ brand, name }: Product) => `${brand} ${name}`.toLowerCase();

function isLive({ listingType, auction }: Product, now: number): boolean {
  return listingType === "auction" && auction?.status === "active" && Date.parse(auction.endsAt) > now;
}

function newestFirst(products: Product[]): Product[] {
  return [...products].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id);
}
