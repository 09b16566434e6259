import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";

export type Revision = Schemas["CatalogRevisionOut"];
export type Field = Revision["fields"][number];

export const revisionsQuery = (productId: number) =>
  queryOptions({
    queryKey: ["admin", "listing", productId, "revisions"],
    queryFn: () => callApi("GET", "/api/admin/products/{product_id}/revisions", { path: { product_id: productId } }),
    staleTime: 0,
  });
