/** The reviews of a seller by buyers; ratings come only from finished sales. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { type Reviews, reviewsQuery } from "@/lib/deals/reviews";
import { useCurrentUser } from "@/lib/session/session";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { ReviewRow } from "@/ui/review-row";
import { Skeleton } from "@/ui/skeleton";
import { ReplyForm } from "./reply-form";

export function ReviewList({ sellerId }: { sellerId: number }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const { data, error, isPending, refetch } = useQuery(reviewsQuery(sellerId));
  if (isPending) {
    return (
      <div role="status" className="grid gap-3 pt-6">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="w-1/3" />
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
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
  if (data.reviews.length === 0) {
    return (
      <EmptyState drawing="blotters" heading="h3" title={i18n.t("No reviews yet")}>
        {i18n.t("A buyer may leave one when a sale is finished.")}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6 md:grid-cols-[260px_minmax(0,1fr)] md:gap-16">
      <Spread reviews={data} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={i18n.t("Reviews")} className="max-h-150 overflow-y-auto border-t border-line">
        {data.reviews.map((review) => (
          <ReviewRow key={review.id} review={review}>
            {user?.id === sellerId && !review.reply && <ReplyForm reviewId={review.id} sellerId={sellerId} />}
          </ReviewRow>
        ))}
      </ul>
    </div>
  );
}

/** The average, and how many reviews have how many stars. */
function Spread({ reviews: { averageRating, total, stars } }: { reviews: Reviews }) {
  const { i18n } = useLingui();
  const share = (count: number) => (total ? (100 * count) / total : 0);
  return (
    <div>
      <p className="text-[56px] font-semibold leading-none">{averageRating?.toFixed(1)}</p>
      <p className="mt-2 mb-4 text-small text-ink-2">{i18n.t("From {count} reviews", { count: String(total) })}</p>
      <ul className="grid gap-1.5">
        {[5, 4, 3, 2, 1].map((star) => (
          <li key={star} className="grid grid-cols-[64px_1fr_40px] items-center gap-3 text-small">
            <span>{star === 1 ? i18n.t("1 star") : i18n.t("{stars} stars", { stars: String(star) })}</span>
            <span aria-hidden className="h-2 bg-wash">
              <span className="block h-full bg-ambar-liquid" style={{ width: `${share(stars[5 - star] ?? 0)}%` }} />
            </span>
            <span className="text-right text-ink-3">{stars[5 - star]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
