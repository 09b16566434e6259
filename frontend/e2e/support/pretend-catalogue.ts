import type { Product } from "../../src/shared/listings/types";
import { aVerification } from "../../src/test/verification";

export interface CatalogueAnswer {
  json: unknown;
  headers?: Record<string, string>;
}

const CATEGORIES = ["Designer", "Local", "Arabian House", "Niche"];

export function catalogueAnswer(url: URL, products: Product[]): CatalogueAnswer | undefined {
  const { pathname, searchParams } = url;
  if (pathname === "/api/products") return listAnswer(searchParams, products);
  if (pathname === "/api/products/featured") return { json: products.filter(({ isFeatured }) => isFeatured) };
  if (pathname === "/api/products/facets") return { json: facetsOf(found(searchParams, products).rows) };
  if (pathname === "/api/products/suggest") return { json: suggestionsFor(searchParams.get("q") ?? "", products) };
  const similar = pathname.match(/^\/api\/products\/(\d+)\/similar$/);
  if (similar) return { json: products.filter(({ id }) => String(id) !== similar[1]).slice(0, 4) };
  if (/^\/api\/products\/\d+\/view$/.test(pathname)) return { json: {} };
  const match = pathname.match(/^\/api\/products\/(\d+)$/);
  const product = match && products.find(({ id }) => String(id) === match[1]);
  if (product) return { json: product };
  if (pathname === "/api/categories") return { json: CATEGORIES.map((name, at) => category(name, at + 1, products)) };
  return sellerAnswer(url, products);
}

function sellerAnswer({ pathname, searchParams }: URL, products: Product[]): CatalogueAnswer | undefined {
  const part = pathname.match(/^\/api\/sellers\/\d+\/(products|shelf|reviews|verification|figures)$/)?.[1];
  if (part === "shelf") {
    const photos = products.flatMap(({ imageUrl }) => imageUrl ?? []).slice(0, 7);
    return { json: { products: products.length, sold: 0, delivered: 38, photos } };
  }
  if (part === "reviews") return { json: { averageRating: null, reviews: [], total: 0 } };
  if (part === "figures") return { json: { satisfaction: 98, shippingDays: 3 } };
  if (part === "verification") return { json: aVerification() };
  if (part !== "products") return undefined;
  const status = searchParams.get("status") ?? "active";
  const rows = products.filter((product) => (status === "featured" ? product.isFeatured : product.status === status));
  const page = Number(searchParams.get("page") ?? 1);
  const pagination = { page, limit: 12, totalProducts: rows.length, totalPages: Math.ceil(rows.length / 12) };
  return { json: { products: rows.slice((page - 1) * 12, page * 12), pagination } };
}

function listAnswer(params: URLSearchParams, products: Product[]): CatalogueAnswer {
  const { rows, meant: corrected } = found(params, products);
  const sort = params.get("sort");
  const sorted = [...rows].sort((a, b) =>
    sort === "low" ? a.price - b.price : sort === "high" ? b.price - a.price : b.id - a.id,
  );
  const start = Number(params.get("after") ?? 0);
  const limit = Number(params.get("limit") ?? 200);
  const next = new URLSearchParams(params);
  next.set("after", String(start + limit));
  return {
    json: sorted.slice(start, start + limit),
    headers: {
      "X-Total-Count": String(rows.length),
      ...(start + limit < rows.length && { Link: `</api/products?${next}>; rel="next"` }),
      ...(corrected && { "X-Did-You-Mean": encodeURIComponent(corrected), "X-Search-Corrected": "true" }),
    },
  };
}

function found(params: URLSearchParams, products: Product[]): { rows: Product[]; meant?: string } {
  const words = params.get("search")?.toLowerCase();
  const rest = products.filter((product) => matches(params, product));
  if (!words) return { rows: rest };
  const exact = rest.filter(({ name, brand }) => `${brand} ${name}`.toLowerCase().includes(words));
  if (exact.length > 0) return { rows: exact };
  const near = rest.flatMap(({ name }) => name.toLowerCase().split(" ")).find((word) => isNear(word, words));
  if (!near) return { rows: [] };
  return { rows: rest.filter(({ name }) => name.toLowerCase().includes(near)), meant: near };
}

function isNear(word: string, typed: string): boolean {
  if (Math.abs(word.length - typed.length) > 1 || typed.length < 4) return false;
  const letters = [...typed].filter((letter) => word.includes(letter)).length;
  return word[0] === typed[0] && letters >= typed.length - 1;
}

function matches(params: URLSearchParams, product: Product): boolean {
  const type = params.get("type");
  const [least, most] = [Number(params.get("minPrice") ?? 0), Number(params.get("maxPrice") ?? 1e9)];
  const brands = params.getAll("brand");
  const category = params.get("category");
  return (
    (!type || (type === "regular" ? product.listingType !== "auction" : product.listingType === type)) &&
    product.price >= least &&
    product.price <= most &&
    (brands.length === 0 || brands.includes(product.brand)) &&
    (!category || String(product.categoryId) === category)
  );
}

function facetsOf(rows: Product[]): unknown {
  return {
    total: rows.length,
    brands: counted(rows.map(({ brand }) => brand)),
    categories: CATEGORIES.map((name, at) => category(name, at + 1, rows)),
    listingTypes: counted(rows.map(({ listingType }) => listingType)),
    conditions: counted(rows.map(({ boxCondition }) => boxCondition)),
    states: counted(rows.flatMap(({ state }) => state ?? [])),
    verified: { count: 0 },
  };
}

function counted(names: string[]): { name: string; count: number }[] {
  return [...new Set(names)].sort().map((name) => ({ name, count: names.filter((other) => other === name).length }));
}

function category(name: string, id: number, products: Product[]) {
  const count = products.filter(({ categoryId }) => categoryId === id).length;
  return { id, name, description: null, count };
}

function suggestionsFor(typed: string, products: Product[]): unknown {
  const fits = (words: string) => words.toLowerCase().includes(typed.toLowerCase());
  return {
    products: products.filter(({ name, brand }) => fits(name) || fits(brand)).slice(0, 5),
    brands: counted(products.map(({ brand }) => brand))
      .filter(({ name }) => fits(name))
      .slice(0, 4),
    searches: [],
  };
}
