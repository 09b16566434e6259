import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/ask";
import type { Listing } from "./listing";

export const ownListingsQuery = (sellerId: number) =>
  queryOptions({
    queryKey: ["dashboard", "products", sellerId],
    queryFn: () => callApi<Listing[]>("GET", "/api/seller/products", { query: { sellerId } }),
    staleTime: 30_000,
  });
