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

export type Favourite = Product & Pick<Schemas["CatalogFavouriteOut"], "addedAt" | "priceWhenAdded">;

export type Category = Schemas["CatalogCategoryOut"];
export type Facets = Schemas["CatalogFacetsOut"];
export type Choice = Facets["brands"][number];
export type Suggestions = Schemas["CatalogSuggestionsOut"];
export type SavedSearch = Schemas["CatalogSearchOut"];
