import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { ask } from "@/lib/calls/ask";
import type { Draft, Listing } from "@/shared/listings/listing";

export type { Draft, Listing } from "@/shared/listings/listing";

export type Figures = Schemas["CatalogDashboardOut"];

export type Day = Schemas["CatalogDayOut"];

export type Stats = Schemas["CatalogStatsOut"];

export type BoostReport = Schemas["CatalogBoostReportOut"];

export type BulkAction = "archive" | "restore" | "delete" | "price";

export type BulkOutcome = Schemas["CatalogBulkOut"];

export type ImportRow = Schemas["CatalogRowOut"];

export type ImportReport = Schemas["CatalogImportOut"];

const soon = { staleTime: 30_000 };

export const figuresQuery = queryOptions({
  queryKey: ["dashboard", "figures"],
  queryFn: () => ask<Figures>("GET", "/api/seller/dashboard"),
  ...soon,
});

export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: ["dashboard", "stats", days],
    queryFn: () => ask<Stats>("GET", "/api/seller/stats", { query: { days } }),
    ...soon,
  });

export const reportQuery = (productId: number, times?: { since: string; until: string }) =>
  queryOptions({
    queryKey: ["dashboard", "boost-report", productId, times],
    queryFn: () => ask<BoostReport>("GET", "/api/seller/boost-report", { query: { productId, ...times } }),
    ...soon,
  });

export const draftsQuery = queryOptions({
  queryKey: ["dashboard", "drafts"],
  queryFn: () => ask<Draft[]>("GET", "/api/seller/drafts"),
  ...soon,
});

export type ListingAct = "archive" | "restore" | "sold";

export function useListingActions() {
  const client = useQueryClient();
  const onSettled = () => {
    for (const queryKey of [["dashboard"], ["products"], ["product"]]) void client.invalidateQueries({ queryKey });
  };
  return {
    act: useMutation({
      mutationFn: ({ id, act }: { id: number; act: ListingAct }) => ask<Listing>("POST", `/api/products/${id}/${act}`),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id, sellerId }: Pick<Listing, "id" | "sellerId">) =>
        ask<unknown>("DELETE", `/api/products/${id}`, { query: { sellerId } }),
      onSettled,
    }),
    duplicate: useMutation({
      mutationFn: (id: number) => ask<Draft>("POST", `/api/products/${id}/duplicate`),
      onSettled,
    }),
    appeal: useMutation({
      mutationFn: ({ id, words }: { id: number; words: string }) =>
        ask<unknown>("POST", `/api/products/${id}/appeal`, { body: { words } }),
      onSettled,
    }),
    bulk: useMutation({
      mutationFn: ({ key, body }: { key: string; body: { ids: number[]; action: BulkAction; percent?: number } }) =>
        ask<BulkOutcome>("POST", "/api/seller/products/bulk", { body, headers: { "Idempotency-Key": key } }),
      onSettled,
    }),
    dropDraft: useMutation({
      mutationFn: (id: number) => ask<unknown>("DELETE", `/api/seller/drafts/${id}`),
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
  return ask<ImportReport>("POST", "/api/seller/products/import", { query: { dryRun: !key }, body, headers });
}

export const fetchTable = (name: "export.csv" | "import/template.csv") =>
  ask<string>("GET", `/api/seller/products/${name}`, { parseAs: "text" });
