import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";
import { sellerKey } from "@/shared/sellers/seller-key";

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

export function listingsQuery(sellerId: number, { tab, sort, page }: ListingsChoice) {
  return queryOptions({
    queryKey: [...sellerKey(sellerId), "products", tab, sort, page],
    queryFn: () =>
      callApi("GET", "/api/sellers/{user_id}/products", {
        path: { user_id: sellerId },
        query: { sort, page, limit: PAGE_SIZE, status: tab },
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function shopFiguresQuery(sellerId: number) {
  return queryOptions({
    queryKey: [...sellerKey(sellerId), "facts"],
    queryFn: () => callApi("GET", "/api/sellers/{user_id}/shelf", { path: { user_id: sellerId } }),
    staleTime: 30_000,
  });
}

export function figuresQuery(sellerId: number) {
  return queryOptions({
    queryKey: [...sellerKey(sellerId), "figures"],
    queryFn: () => callApi("GET", "/api/sellers/{user_id}/figures", { path: { user_id: sellerId } }),
    staleTime: 30_000,
  });
}
