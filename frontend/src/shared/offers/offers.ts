import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/ask";
import { toSen } from "@/lib/money";

export type OfferMessage = components["schemas"]["MessagingMessageOut"];
export type Offer = NonNullable<OfferMessage["offer"]>;

export const makeOffer = (productId: number, amount: number, buyerId?: number) =>
  callApi<OfferMessage>("POST", "/api/offers", { body: { productId, amount, ...(buyerId && { buyerId }) } });

export const counterOffer = (id: number, amount: number) =>
  callApi<OfferMessage>("POST", `/api/offers/${id}/counter`, { body: { amount } });

export const acceptOffer = (id: number) => callApi("POST", `/api/offers/${id}/accept`);

export const declineOffer = (id: number) => callApi("POST", `/api/offers/${id}/decline`);

export const withdrawOffer = (id: number) => callApi("POST", `/api/offers/${id}/withdraw`);

export const offerToWatchers = (productId: number, amount: number) =>
  callApi("POST", "/api/offers/favourites", { body: { productId, amount } });

export const floorsQuery = queryOptions({
  queryKey: ["offers", "floors"],
  queryFn: () => callApi<components["schemas"]["MessagingListingFloorOut"][]>("GET", "/api/offers/floors"),
  staleTime: 30_000,
});

export type OpenCampaign = NonNullable<components["schemas"]["MessagingOpenCampaignOut"]["campaign"]>;

export const campaignQuery = (productId: number) =>
  queryOptions({
    queryKey: ["offers", "favourites", productId],
    queryFn: () => callApi<{ campaign: OpenCampaign | null }>("GET", `/api/offers/favourites/${productId}`),
    staleTime: 0,
  });

export const withdrawFromWatchers = (productId: number) =>
  callApi("POST", `/api/offers/favourites/${productId}/withdraw`);

export type ReceivedOffer = NonNullable<components["schemas"]["MessagingReceivedOut"]["offer"]>;

export const receivedOfferQuery = (productId: number) =>
  queryOptions({
    queryKey: ["offers", "received", productId],
    queryFn: () => callApi<{ offer: ReceivedOffer | null }>("GET", `/api/offers/received/${productId}`),
  });

export const acceptReceived = (id: number) => callApi("POST", `/api/offers/received/${id}/accept`);

export const declineReceived = (id: number) => callApi("POST", `/api/offers/received/${id}/decline`);

export function quickOffers(price: number): number[] {
  const step = price >= 100 ? 5 : 1;
  const choices = [0.95, 0.9, 0.85].map((share) => Math.floor((price * share) / step) * step);
  return [...new Set(choices)].filter((choice) => choice > 0 && toSen(choice) < toSen(price));
}
