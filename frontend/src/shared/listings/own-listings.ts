import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";

export const ownListingsQuery = (sellerId: number) =>
  queryOptions({
    queryKey: ["dashboard", "products", sellerId],
    queryFn: () => callApi("GET", "/api/seller/products", { query: { sellerId } }),
    staleTime: 30_000,
  });
