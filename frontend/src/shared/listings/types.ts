import type { Schemas } from "@/lib/calls/api-client";
import type { Picture } from "@/lib/pictures";
import type { CardAuction } from "@/shared/auctions/card-frames";

type Base = Schemas["CatalogProductOut"];

/** A stale replica of a seller may lack some fields. */
type Plain = "id" | "username" | "isDeleted" | "profileImage";
export type ProductSeller = Pick<Base["seller"], Plain> & Partial<Omit<Base["seller"], Plain>>;

export type Product = Omit<Base, "auction" | "seller" | "images"> & {
  auction: CardAuction | null;
  seller: ProductSeller;
  images: (Picture & { id: number; imageOrder: number })[];
};

export type Favourite = Product & { addedAt: string; priceWhenAdded: number };

export interface Category {
  id: number;
  name: string;
  description: string | null;
  count?: number;
}

export interface Choice {
  name: string;
  count: number;
}

export interface Facets {
  total: number;
  brands: Choice[];
  categories: { id: number; name: string; count: number }[];
  listingTypes: Choice[];
  conditions: Choice[];
  states: Choice[];
  verified: { count: number };
}

export interface Suggestions {
  products: { id: number; name: string; brand: string; imageUrl: string | null; price: number }[];
  brands: Choice[];
  searches: string[];
}

export interface SavedSearch {
  id: number;
  name: string;
  wanted: Record<string, unknown>;
  byMail: boolean;
  createdAt: string;
  newCount: number;
}
