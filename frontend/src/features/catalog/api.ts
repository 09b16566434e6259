/** Products over HTTP: the keys and the queries, beside each other. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { paths } from "@/generated/api";
import { answer, api, type Schemas } from "@/lib/api-client";

export type Product = Schemas["CatalogProductOut"];
export type Category = Schemas["CatalogCategoryOut"];

export const PAGE_SIZE = 12;

export type Kind = NonNullable<NonNullable<paths["/api/products"]["get"]["parameters"]["query"]>["type"]>;

const KINDS: readonly string[] = ["fixed", "negotiable", "auction", "regular"] satisfies Kind[];

/** What an address asks for; a word or number that means nothing is left out. */
export function wantedOf(params: URLSearchParams): Wanted & { page: number } {
  const type = params.get("type") ?? "";
  return {
    search: params.get("search") ?? undefined,
    category: Number(params.get("category")) || undefined,
    type: KINDS.includes(type) ? (type as Kind) : undefined,
    page: Math.max(1, Number(params.get("page")) || 1),
  };
}

export interface Wanted {
  search?: string;
  category?: number;
  type?: Kind;
  sellerId?: number;
  page?: number;
}

export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: () => answer(api.GET("/api/categories")),
});

/** The newest listings of one kind, for the home page. */
export function newestQuery(kind: "auction" | "listing") {
  const query = { type: kind === "auction" ? kind : "regular", limit: kind === "auction" ? 24 : 48 } as const;
  return queryOptions({
    queryKey: ["products", "newest", kind],
    queryFn: () => answer(api.GET("/api/products", { params: { query } })),
    staleTime: 30_000,
  });
}

export interface Page {
  products: Product[];
  total: number;
}

/** One page of the catalogue; the old one stays in view while the next is fetched. */
export function catalogueQuery(wanted: Wanted) {
  return queryOptions({
    queryKey: ["products", "catalogue", wanted],
    queryFn: async (): Promise<Page> => {
      const call = api.GET("/api/products", { params: { query: { ...wanted, limit: PAGE_SIZE } } });
      const products = await answer(call);
      const total = Number((await call).response.headers.get("X-Total-Count") ?? products.length);
      return { products, total };
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function productQuery(productId: number) {
  return queryOptions({
    queryKey: ["product", productId],
    queryFn: () => answer(api.GET("/api/products/{product_id}", { params: { path: { product_id: productId } } })),
  });
}
