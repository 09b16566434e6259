import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { uploadImage } from "@/lib/calls/upload";
import { sellerKey } from "@/shared/sellers/seller-key";

export type Review = components["schemas"]["MessagingReviewOut"];
export type Reviews = components["schemas"]["MessagingReviewsOut"];
export type DealReviews = components["schemas"]["MessagingDealReviewsOut"];
export type ReportReason = components["schemas"]["MessagingReportIn"]["reason"];

export interface Stars {
  rating: number;
  comment: string;
  pictures: string[];
}

export function reviewsQuery(sellerId: number, productId?: number) {
  return queryOptions({
    queryKey: [...sellerKey(sellerId), "reviews", ...(productId ? [productId] : [])],
    queryFn: () =>
      callApi("GET", "/api/sellers/{user_id}/reviews", { path: { user_id: sellerId }, query: { productId } }),
    staleTime: 30_000,
  });
}

export const reportReview = (reviewId: number, body: { reason: ReportReason; words: string }) =>
  callApi("POST", "/api/reviews/{review_id}/reports", { path: { review_id: reviewId }, body });

export const testimonialsQuery = queryOptions({
  queryKey: ["testimonials"],
  queryFn: () => callApi("GET", "/api/testimonials"),
  staleTime: 300_000,
});

export function buyerRatingQuery(userId: number) {
  return queryOptions({
    queryKey: ["buyer", userId, "reviews"],
    queryFn: () => callApi("GET", "/api/buyers/{user_id}/reviews", { path: { user_id: userId }, query: { limit: 1 } }),
    staleTime: 30_000,
  });
}

export function dealReviewsQuery(dealId: number, stamp: number) {
  return queryOptions({
    queryKey: ["deal", dealId, "reviews", stamp],
    queryFn: () => callApi("GET", "/api/transactions/{deal_id}/reviews", { path: { deal_id: dealId } }),
  });
}

export const MAX_PICTURES = 3;

export const uploadReviewPicture = (dealId: number, file: File, onProgress: (percent: number) => void) =>
  uploadImage("/api/transactions/{deal_id}/review-pictures", { path: { deal_id: dealId }, file, onProgress });

export const reviewSeller = (messageId: number, body: Stars) =>
  callApi("POST", "/api/messages/submit-review/{message_id}", { path: { message_id: messageId }, body });

export const rateBuyer = (dealId: number, body: Stars) =>
  callApi("POST", "/api/transactions/{deal_id}/buyer-rating", { path: { deal_id: dealId }, body });

export const replyTo = (reviewId: number, text: string) =>
  callApi("POST", "/api/reviews/{review_id}/reply", { path: { review_id: reviewId }, body: { text } });
