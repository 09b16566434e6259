/** Products over HTTP: the keys and the queries, beside each other. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "@/lib/api-client";

export type Product = Schemas["ProductOut"];
export type Category = Schemas["CategoryOut"];

export const PAGE_SIZE = 12;

export interface Wanted {
  search?: string;
  category?: string;
  type?: string;
  page?: number;
}

export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: () => answer(api.GET("/api/categories")),
});

/** The newest listings of one kind, for the home page. */
export function newestQuery(kind: "auction" | "listing") {
  const query = kind === "auction" ? { type: "auction", limit: 24 } : { limit: 48 };
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
