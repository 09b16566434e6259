import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/ask";
import { idempotencyKey } from "@/lib/calls/commands";
import { uploadImage } from "@/lib/calls/upload";
import { orNull } from "@/shared/auctions/auction-of-listing";
import type { PhotoKind } from "@/shared/listings/evidence";
import type { Draft, DraftForm, Listing, ListingIn } from "@/shared/listings/listing";

export type { Draft, DraftForm, Listing, ListingIn } from "@/shared/listings/listing";

export interface Terms {
  startingPrice: number;
  reservePrice: number | null;
  buyNowPrice: number | null;
  bidIncrement: number;
  endsAt: string;
  bidCount: number;
}

export interface Uploaded {
  token?: string;
  imageUrl: string;
}

export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: () => callApi<{ id: number; name: string }[]>("GET", "/api/categories"),
});

export const brandsQuery = queryOptions({
  queryKey: ["products", "brands"],
  queryFn: async () => {
    const { brands } = await callApi<{ brands: { name: string }[] }>("GET", "/api/products/facets");
    return brands.map(({ name }) => name);
  },
});

export const ownListing = (id: number) => callApi<Listing>("GET", `/api/products/${id}`);

export async function floorOfListing(productId: number): Promise<number | null> {
  return (await orNull(callApi<{ amount: number | null }>("GET", `/api/offers/floors/${productId}`)))?.amount ?? null;
}

export const keepFloor = (productId: number, amount: number | null) =>
  callApi<unknown>("PUT", `/api/offers/floors/${productId}`, { body: { amount } });

export const createListing = (body: ListingIn, key: string) =>
  callApi<Listing>("POST", "/api/products", { body, headers: { "Idempotency-Key": key } });

export const changeListing = (id: number, body: ListingIn) => callApi<Listing>("PUT", `/api/products/${id}`, { body });

export const listAgain = (old: number, { price, auction }: ListingIn, key: string) =>
  callApi<Listing>("POST", `/api/products/${old}/relist`, {
    body: auction ? { auction } : { price },
    headers: { "Idempotency-Key": key },
  });

export const appendNote = (id: number, note: string, key: string) =>
  callApi<Listing>("POST", `/api/products/${id}/notes`, { body: { note }, headers: { "Idempotency-Key": key } });

export const draftsQuery = queryOptions({
  queryKey: ["dashboard", "drafts"],
  queryFn: () => callApi<Draft[]>("GET", "/api/seller/drafts"),
});

export const draftOf = (id: number) => callApi<Draft>("GET", `/api/seller/drafts/${id}`);

export const saveDraft = (id: number | null, form: DraftForm) =>
  id === null
    ? callApi<Draft>("POST", "/api/seller/drafts", { body: { form } })
    : callApi<Draft>("PUT", `/api/seller/drafts/${id}`, { body: { form } });

export const dropDraft = (id: number) => callApi<unknown>("DELETE", `/api/seller/drafts/${id}`);

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
  uploadImage<Uploaded>("/api/product-images/uploads", file, onProgress);

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
    const { id } = await callApi<{ id: number }>("POST", "/api/product-images", { body });
    return uploadImage<Uploaded>(`/api/product-images/${id}/upload`, file, onProgress);
  };
}
