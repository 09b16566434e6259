import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { toSen } from "@/lib/money";

export type OfferMessage = components["schemas"]["MessagingMessageOut"];
export type Offer = NonNullable<OfferMessage["offer"]>;

export const makeOffer = (productId: number, amount: number, buyerId?: number) =>
  callApi("POST", "/api/offers", { body: { productId, amount, ...(buyerId && { buyerId }) } });

export const counterOffer = (id: number, amount: number) =>
  callApi("POST", "/api/offers/{offer_id}/counter", { path: { offer_id: id }, body: { amount } });

export const acceptOffer = (id: number) => callApi("POST", "/api/offers/{offer_id}/accept", { path: { offer_id: id } });

export const declineOffer = (id: number) =>
  callApi("POST", "/api/offers/{offer_id}/decline", { path: { offer_id: id } });

export const withdrawOffer = (id: number) =>
  callApi("POST", "/api/offers/{offer_id}/withdraw", { path: { offer_id: id } });

export const offerToWatchers = (productId: number, amount: number) =>
  callApi("POST", "/api/offers/favourites", { body: { productId, amount } });

export const floorsQuery = queryOptions({
  queryKey: ["offers", "floors"],
  queryFn: () => callApi("GET", "/api/offers/floors"),
  staleTime: 30_000,
});

export type OpenCampaign = NonNullable<components["schemas"]["MessagingOpenCampaignOut"]["campaign"]>;

export const campaignQuery = (productId: number) =>
  queryOptions({
    queryKey: ["offers", "favourites", productId],
    queryFn: () => callApi("GET", "/api/offers/favourites/{product_id}", { path: { product_id: productId } }),
    staleTime: 0,
  });

export const withdrawFromWatchers = (productId: number) =>
  callApi("POST", "/api/offers/favourites/{product_id}/withdraw", { path: { product_id: productId } });

export type ReceivedOffer = NonNullable<components["schemas"]["MessagingReceivedOut"]["offer"]>;

export const receivedOfferQuery = (productId: number) =>
  queryOptions({
    queryKey: ["offers", "received", productId],
    queryFn: () => callApi("GET", "/api/offers/received/{product_id}", { path: { product_id: productId } }),
  });

export const acceptReceived = (id: number) =>
  callApi("POST", "/api/offers/received/{campaign_id}/accept", { path: { campaign_id: id } });

export const declineReceived = (id: number) =>
  callApi("POST", "/api/offers/received/{campaign_id}/decline", { path: { campaign_id: id } });

export function quickOffers(price: number): number[] {
  const step = price >= 100 ? 5 : 1;
  const choices = [0.95, 0.9, 0.85].map((share) => Math.floor((price * share) / step) * step);
  return [...new Set(choices)].filter((choice) => choice > 0 && toSen(choice) < toSen(price));
}
