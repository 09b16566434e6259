import type { Params } from "./counter";

interface Sold {
  id: number;
  name: string;
  brand: string;
  price: number;
  category?: { name: string } | null;
}

export function itemOf(product: Sold, place: { list?: string; index?: number } = {}): Params {
  return {
    item_id: product.id,
    item_name: product.name,
    item_category: product.category?.name || "Perfume",
    price: product.price,
    item_brand: product.brand || "Unknown",
    quantity: 1,
    ...(place.list && { item_list_name: place.list }),
    ...(place.index !== undefined && { index: place.index }),
  };
}
