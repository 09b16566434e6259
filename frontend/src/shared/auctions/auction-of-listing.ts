import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi, nullWhenMissing } from "@/lib/calls/call-api";

type ListingAuction = components["schemas"]["AuctionAuctionOut"];

export const auctionOfListing = (productId: number) =>
  queryOptions({
    queryKey: ["auction-of-listing", productId],
    queryFn: () => fetchAuctionOf(productId),
    staleTime: 60_000,
  });

export const fetchAuctionOf = (productId: number): Promise<ListingAuction | null> =>
  nullWhenMissing(callApi("GET", "/api/auctions/product/{product_id}", { path: { product_id: productId } }));
