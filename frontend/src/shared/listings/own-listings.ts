import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";
import { dashboardKey } from "./listing-keys";

export const ownListingsQuery = (sellerId: number) =>
  queryOptions({
    queryKey: [...dashboardKey, "products", sellerId],
    queryFn: () => callApi("GET", "/api/seller/products", { query: { sellerId } }),
    staleTime: 30_000,
  });
