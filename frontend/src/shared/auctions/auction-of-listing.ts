import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/ask";
import { Refusal } from "@/lib/calls/refusal";

type ListingAuction = components["schemas"]["AuctionAuctionOut"];

export const auctionOfListing = (productId: number) =>
  queryOptions({
    queryKey: ["auction-of-listing", productId],
    queryFn: () => fetchAuctionOf(productId),
    staleTime: 60_000,
  });

export const fetchAuctionOf = (productId: number): Promise<ListingAuction | null> =>
  orNull(callApi<ListingAuction>("GET", `/api/auctions/product/${productId}`));

/** A 404 is null. Other errors are thrown. */
export async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}
