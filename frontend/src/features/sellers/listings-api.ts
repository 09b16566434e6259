import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/ask";

export const TABS = ["featured", "active", "sold", "reviews"] as const;
export type Tab = (typeof TABS)[number];
export const LISTING_SORTS = ["popular", "rating", "price-low", "price-high", "newest"] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];
export const PAGE_SIZE = 12;

export interface ListingsChoice {
  tab: Exclude<Tab, "reviews">;
  sort: ListingSort;
  page: number;
}

export interface ListingsPage<P> {
  products: P[];
  pagination: { page: number; limit: number; totalProducts: number; totalPages: number };
}

export function listingsQuery<P>(sellerId: number, { tab, sort, page }: ListingsChoice) {
  return queryOptions({
    queryKey: ["seller", sellerId, "products", tab, sort, page],
    queryFn: () =>
      callApi<ListingsPage<P>>("GET", `/api/sellers/${sellerId}/products`, {
        query: { sort, page, limit: PAGE_SIZE, status: tab },
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export interface ShopFigures {
  products: number;
  sold: number;
  delivered: number;
  photos: string[];
}

export function shopFiguresQuery(sellerId: number) {
  return queryOptions({
    queryKey: ["seller", sellerId, "facts"],
    queryFn: () => callApi<ShopFigures>("GET", `/api/sellers/${sellerId}/shelf`),
    staleTime: 30_000,
  });
}

export type Figures = components["schemas"]["MessagingFiguresOut"];

export function figuresQuery(sellerId: number) {
  return queryOptions({
    queryKey: ["seller", sellerId, "figures"],
    queryFn: () => callApi<Figures>("GET", `/api/sellers/${sellerId}/figures`),
    staleTime: 30_000,
  });
}
