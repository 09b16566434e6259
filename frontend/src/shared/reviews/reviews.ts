import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/ask";
import { uploadImage } from "@/lib/calls/upload";

export type Review = components["schemas"]["MessagingReviewOut"];
export type Reviews = components["schemas"]["MessagingReviewsOut"];
export type DealReviews = components["schemas"]["MessagingDealReviewsOut"];

export interface Stars {
  rating: number;
  comment: string;
  pictures: string[];
}

export function reviewsQuery(sellerId: number, productId?: number) {
  return queryOptions({
    queryKey: ["seller", sellerId, "reviews", ...(productId ? [productId] : [])],
    queryFn: () => callApi<Reviews>("GET", `/api/sellers/${sellerId}/reviews`, { query: { productId } }),
    staleTime: 30_000,
  });
}

export const reportReview = (reviewId: number, body: { reason: string; words: string }) =>
  callApi("POST", `/api/reviews/${reviewId}/reports`, { body });

export const testimonialsQuery = queryOptions({
  queryKey: ["testimonials"],
  queryFn: () => callApi<Review[]>("GET", "/api/testimonials"),
  staleTime: 300_000,
});

export function buyerRatingQuery(userId: number) {
  return queryOptions({
    queryKey: ["buyer", userId, "reviews"],
    queryFn: () => callApi<Reviews>("GET", `/api/buyers/${userId}/reviews`, { query: { limit: 1 } }),
    staleTime: 30_000,
  });
}

export function dealReviewsQuery(dealId: number, stamp: number) {
  return queryOptions({
    queryKey: ["deal", dealId, "reviews", stamp],
    queryFn: () => callApi<DealReviews>("GET", `/api/transactions/${dealId}/reviews`),
  });
}

export const MOST_PICTURES = 3;

export const uploadReviewPicture = (dealId: number, file: File, onProgress: (percent: number) => void) =>
  uploadImage<Review["pictures"][number]>(`/api/transactions/${dealId}/review-pictures`, file, onProgress);

export const reviewSeller = (messageId: number, body: Stars) =>
  callApi("POST", `/api/messages/submit-review/${messageId}`, { body });

export const rateBuyer = (dealId: number, body: Stars) =>
  callApi("POST", `/api/transactions/${dealId}/buyer-rating`, { body });

export const replyTo = (reviewId: number, text: string) =>
  callApi<Review>("POST", `/api/reviews/${reviewId}/reply`, { body: { text } });
