import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import type { Listing } from "@/shared/listings/listing";
import { dashboardKey, productKey, productsKey } from "@/shared/listings/listing-keys";

export type { Listing } from "@/shared/listings/listing";

export type Figures = Schemas["CatalogDashboardOut"];

export type Day = Schemas["CatalogDayOut"];

export type Stats = Schemas["CatalogStatsOut"];

export type BoostReport = Schemas["CatalogBoostReportOut"];

export type BulkForm = Schemas["CatalogBulkIn"];

export type BulkAction = BulkForm["action"];

export type BulkOutcome = Schemas["CatalogBulkOut"];

export type ImportRow = Schemas["CatalogRowOut"];

export type ImportReport = Schemas["CatalogImportOut"];

const soon = { staleTime: 30_000 };

export const figuresQuery = queryOptions({
  queryKey: [...dashboardKey, "figures"],
  queryFn: () => callApi("GET", "/api/seller/dashboard"),
  ...soon,
});

export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: [...dashboardKey, "stats", days],
    queryFn: () => callApi("GET", "/api/seller/stats", { query: { days } }),
    ...soon,
  });

export const reportQuery = (productId: number, times?: { since: string; until: string }) =>
  queryOptions({
    queryKey: [...dashboardKey, "boost-report", productId, times],
    queryFn: () => callApi("GET", "/api/seller/boost-report", { query: { productId, ...times } }),
    ...soon,
  });

export type ListingAct = "archive" | "restore" | "sold";

export function useListingActions() {
  const client = useQueryClient();
  const onSettled = () => {
    for (const queryKey of [dashboardKey, productsKey, productKey]) void client.invalidateQueries({ queryKey });
  };
  return {
    act: useMutation({
      mutationFn: ({ id, act }: { id: number; act: ListingAct }) =>
        callApi("POST", `/api/products/{product_id}/${act}`, { path: { product_id: id } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id, sellerId }: Pick<Listing, "id" | "sellerId">) =>
        callApi("DELETE", "/api/products/{product_id}", { path: { product_id: id }, query: { sellerId } }),
      onSettled,
    }),
    duplicate: useMutation({
      mutationFn: (id: number) => callApi("POST", "/api/products/{product_id}/duplicate", { path: { product_id: id } }),
      onSettled,
    }),
    appeal: useMutation({
      mutationFn: ({ id, words }: { id: number; words: string }) =>
        callApi("POST", "/api/products/{product_id}/appeal", { path: { product_id: id }, body: { words } }),
      onSettled,
    }),
    bulk: useMutation({
      mutationFn: ({ key, body }: { key: string; body: BulkForm }) =>
        callApi("POST", "/api/seller/products/bulk", { body, headers: { "Idempotency-Key": key } }),
      onSettled,
    }),
    dropDraft: useMutation({
      mutationFn: (id: number) => callApi("DELETE", "/api/seller/drafts/{draft_id}", { path: { draft_id: id } }),
      onSettled,
    }),
    importFile: useMutation({
      mutationFn: ({ file, key }: { file: File; key?: string }) => sendTable(file, key),
      onSettled,
    }),
  };
}

async function sendTable(file: File, key?: string): Promise<ImportReport> {
  const body = new FormData();
  body.append("file", file);
  const headers = key ? { "Idempotency-Key": key } : undefined;
  return callApi("POST", "/api/seller/products/import", { query: { dryRun: !key }, body, headers });
}

export const fetchTable = (name: "export.csv" | "import/template.csv") =>
  callApi("GET", `/api/seller/products/${name}`, { parseAs: "text" });
