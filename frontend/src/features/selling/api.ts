import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, nullWhenMissing } from "@/lib/calls/call-api";
import { idempotencyKey } from "@/lib/calls/commands";
import { uploadImage } from "@/lib/calls/upload";
import type { DraftForm } from "@/shared/listings/drafts";
import type { PhotoKind } from "@/shared/listings/evidence";
import type { Listing, ListingIn } from "@/shared/listings/listing";
import { productsKey } from "@/shared/listings/listing-keys";

export type { DraftForm } from "@/shared/listings/drafts";
export type { Listing, ListingIn } from "@/shared/listings/listing";

export type Terms = Pick<
  Schemas["AuctionAuctionOut"],
  "startingPrice" | "reservePrice" | "buyNowPrice" | "bidIncrement" | "endsAt" | "bidCount"
>;

export type Uploaded = Pick<Schemas["CatalogImageOut"], "imageUrl"> &
  Partial<Pick<Schemas["CatalogUploadOut"], "token">>;

export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: () => callApi("GET", "/api/categories"),
});

export const brandsQuery = queryOptions({
  queryKey: [...productsKey, "brands"],
  queryFn: async () => {
    const { brands } = await callApi("GET", "/api/products/facets");
    return brands.map(({ name }) => name);
  },
});

export const ownListing = (id: number) => callApi("GET", "/api/products/{product_id}", { path: { product_id: id } });

export async function floorOfListing(productId: number): Promise<number | null> {
  const call = callApi("GET", "/api/offers/floors/{product_id}", { path: { product_id: productId } });
  return (await nullWhenMissing(call))?.amount ?? null;
}

export const keepFloor = (productId: number, amount: number | null) =>
  callApi("PUT", "/api/offers/floors/{product_id}", { path: { product_id: productId }, body: { amount } });

export const createListing = (body: ListingIn, key: string) =>
  callApi("POST", "/api/products", { body, headers: { "Idempotency-Key": key } });

export const changeListing = (id: number, body: ListingIn) =>
  callApi("PUT", "/api/products/{product_id}", { path: { product_id: id }, body });

export const listAgain = (old: number, { price, auction }: ListingIn, key: string) =>
  callApi("POST", "/api/products/{product_id}/relist", {
    path: { product_id: old },
    body: auction ? { auction } : { price },
    headers: { "Idempotency-Key": key },
  });

export const appendNote = (id: number, note: string, key: string) =>
  callApi("POST", "/api/products/{product_id}/notes", {
    path: { product_id: id },
    body: { note },
    headers: { "Idempotency-Key": key },
  });

export const draftOf = (id: number) => callApi("GET", "/api/seller/drafts/{draft_id}", { path: { draft_id: id } });

export const saveDraft = (id: number | null, form: DraftForm) =>
  id === null
    ? callApi("POST", "/api/seller/drafts", { body: { form } })
    : callApi("PUT", "/api/seller/drafts/{draft_id}", { path: { draft_id: id }, body: { form } });

export const dropDraft = (id: number) => callApi("DELETE", "/api/seller/drafts/{draft_id}", { path: { draft_id: id } });

export interface StartImage {
  imageUrl: string;
  kind?: PhotoKind | null;
}

export type SendPicture = (
  file: Blob,
  onProgress: (percent: number) => void,
  kind?: PhotoKind | null,
) => Promise<Uploaded>;

export const sendPicture: SendPicture = (file, onProgress) =>
  uploadImage("/api/product-images/uploads", { file, onProgress });

export function addPictureTo(product: Listing): SendPicture {
  return async (file, onProgress, kind = null) => {
    const body = {
      productId: product.id,
      imageUrl: idempotencyKey(),
      imageOrder: product.images.length,
      imageName: file instanceof File ? file.name : "photo",
      kind,
      sellerId: product.sellerId,
    };
    const { id } = await callApi("POST", "/api/product-images", { body });
    return uploadImage("/api/product-images/{image_id}/upload", { path: { image_id: id }, file, onProgress });
  };
}
