/** What buyers said of a listing; none yet is said honestly. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { reviewsQuery } from "@/lib/deals/reviews";
import { paths } from "@/lib/paths";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { ReviewRow } from "@/ui/review-row";
import { Skeleton } from "@/ui/skeleton";

export function ProductReviews({ productId, sellerId }: { productId: number; sellerId: number }) {
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
  return (
    <>
      {data.reviews.length === 0 ? (
        <p className="text-ink-2">{i18n.t("Nobody has reviewed this bottle yet.")}</p>
      ) : (
        <ul aria-label={i18n.t("Reviews")} className="border-t border-line">
          {data.reviews.map((review) => (
            <ReviewRow key={review.id} review={{ ...review, product: null }} />
          ))}
        </ul>
      )}
      <p className="pt-4">
        <Link to={`${paths.seller(sellerId)}?tab=reviews`} className="link">
          {i18n.t("All reviews of this seller")}
        </Link>
      </p>
    </>
  );
}
