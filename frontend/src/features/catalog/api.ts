import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi, callApiWithHeaders, type Query } from "@/lib/calls/call-api";
import { productKey, productsKey } from "@/shared/listings/listing-keys";
import type { Product } from "@/shared/listings/types";
import { type SearchTerms, toQuery } from "./search/search-terms";

export type { Category, Product } from "@/shared/listings/types";

export const PAGE_SIZE = 24;
const MAX_AT_ONCE = 192;
const FRESH_MS = 30_000;

export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: () => callApi("GET", "/api/categories"),
  staleTime: FRESH_MS,
});

export function newestQuery(kind: "auction" | "listing") {
  const kinds = {
    auction: { type: "auction", live: true, limit: 12 },
    listing: { type: "regular", limit: 24 },
  } as const;
  return queryOptions({
    queryKey: [...productsKey, "newest", kind],
    queryFn: async () => (await fetchProducts({ ...kinds[kind], showcase: true, sort: "newest" })).products,
    staleTime: FRESH_MS,
  });
}

export const featuredQuery = queryOptions({
  queryKey: [...productsKey, "featured"],
  queryFn: () => callApi("GET", "/api/products/featured"),
  staleTime: FRESH_MS,
});

export interface Page {
  products: Product[];
  total: number;
  next: Omit<Cursor, "limit"> | null;
  didYouMean: string | null;
  corrected: boolean;
}

interface Cursor {
  after?: string;
  search?: string;
  limit: number;
}

export function catalogueQuery(terms: SearchTerms, pages = 1) {
  const first: Cursor = { limit: Math.min(PAGE_SIZE * Math.max(1, pages), MAX_AT_ONCE) };
  return infiniteQueryOptions({
    queryKey: [...productsKey, "catalogue", toQuery(terms)],
    queryFn: ({ pageParam }) => fetchPage(terms, pageParam),
    initialPageParam: first,
    getNextPageParam: ({ next }): Cursor | null => next && { ...next, limit: PAGE_SIZE },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

async function fetchPage(terms: SearchTerms, cursor: Cursor): Promise<Page> {
  const { products, headers } = await fetchProducts({ ...toQuery(terms), ...cursor });
  return {
    products,
    total: Number(headers.get("X-Total-Count") ?? products.length),
    next: nextOf(headers.get("Link")),
    didYouMean: wordsOf(headers.get("X-Did-You-Mean")),
    corrected: headers.get("X-Search-Corrected") === "true",
  };
}

async function fetchProducts(query: Query<"GET", "/api/products">) {
  const { data, headers } = await callApiWithHeaders("GET", "/api/products", { query });
  return { products: Array.isArray(data) ? data : data.items, headers };
}

export function nextOf(link: string | null): Omit<Cursor, "limit"> | null {
  const next = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1];
  const { after, search } = Object.fromEntries(next ? new URL(next, window.location.origin).searchParams : []);
  return after ? { after, ...(search && { search }) } : null;
}

function wordsOf(header: string | null): string | null {
  if (!header) return null;
  try {
    return decodeURIComponent(header.replaceAll("+", " "));
  } catch {
    return null;
  }
}

export function facetsQuery(terms: SearchTerms) {
  const { sort: _, ...query } = toQuery(terms);
  return queryOptions({
    queryKey: [...productsKey, "facets", query],
    queryFn: () => callApi("GET", "/api/products/facets", { query }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

export const SHORTEST_SEARCH = 2;

export function suggestionsQuery(words: string) {
  return queryOptions({
    queryKey: [...productsKey, "suggest", words],
    queryFn: () => callApi("GET", "/api/products/suggest", { query: { q: words } }),
    enabled: words.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

export function productQuery(productId: number) {
  return queryOptions({
    queryKey: [...productKey, productId],
    queryFn: () => callApi("GET", "/api/products/{product_id}", { path: { product_id: productId } }),
    staleTime: FRESH_MS,
  });
}

export function similarQuery(productId: number) {
  return queryOptions({
    queryKey: [...productKey, productId, "similar"],
    queryFn: () => callApi("GET", "/api/products/{product_id}/similar", { path: { product_id: productId } }),
    staleTime: FRESH_MS,
  });
}

export function recordView(productId: number): void {
  void callApi("POST", "/api/products/{product_id}/view", { path: { product_id: productId } }).catch(() => undefined);
}

export const REASONS = ["counterfeit", "prohibited", "misleading", "stolen_photos", "other"] as const;
export type Reason = (typeof REASONS)[number];

export function reportListing(productId: number, body: { reason: Reason; words?: string }) {
  return callApi("POST", "/api/products/{product_id}/report", { path: { product_id: productId }, body });
}
