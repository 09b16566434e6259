import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";

export type Revision = Schemas["CatalogRevisionOut"];
export type Field = Revision["fields"][number];

export const revisionsQuery = (productId: number) =>
  queryOptions({
    queryKey: ["admin", "listing", productId, "revisions"],
    queryFn: () => callApi<Revision[]>("GET", `/api/admin/products/${productId}/revisions`),
    staleTime: 0,
  });
