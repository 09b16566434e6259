import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Review, type Reviews, reviewsQuery } from "@/shared/reviews/reviews";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";
import { ReviewRow } from "./review-row";

interface Props {
  sellerId: number;
  productId?: number;
  empty: ReactNode;
  beside?: (reviews: Reviews) => ReactNode;
  below?: (review: Review) => ReactNode;
}

export function ReviewList({ sellerId, productId, empty, beside, below }: Props) {
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(reviewsQuery(sellerId, productId));
  if (isPending) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="w-1/3" />
        <Skeleton className="w-2/3" />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorState
        heading="h3"
        title={i18n.t("The reviews did not load")}
        text={i18n.t("Failed to load reviews. Please try again later.")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.reviews.length === 0) return empty;
  const rows = data.reviews.map((review) => (
    <ReviewRow key={review.id} review={productId ? { ...review, product: null } : review}>
      {below?.(review)}
    </ReviewRow>
  ));
  if (!beside) {
    return (
      <ul aria-label={i18n.t("Reviews")} className="border-t border-line">
        {rows}
      </ul>
    );
  }
  return (
    <div className="grid gap-6 md:grid-cols-[260px_minmax(0,1fr)] md:gap-16">
      {beside(data)}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={i18n.t("Reviews")} className="max-h-150 overflow-y-auto border-t border-line">
        {rows}
      </ul>
    </div>
  );
}
