/** What buyers said of a seller; ratings come only from finished sales. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { formatDate } from "@/lib/time/time";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { smallIcon } from "@/ui/icon";
import { Skeleton } from "@/ui/skeleton";
import { type Review, reviewsQuery } from "./listings-api";

export function ReviewList({ sellerId }: { sellerId: number }) {
  const { i18n } = useLingui();
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul tabIndex={0} aria-label={i18n.t("Reviews")} className="max-h-150 max-w-180 overflow-y-auto">
      {data.reviews.map((review) => (
        <Row key={review.id} review={review} />
      ))}
    </ul>
  );
}

function Row({ review: { rating, comment, createdAt, reviewer } }: { review: Review }) {
  return (
    <li className="grid gap-1 border-b border-line py-4">
      <p className="flex items-center gap-3">
        <Rating value={rating} />
        <span className="text-meta text-ink-3">{formatDate(createdAt)}</span>
      </p>
      {comment && <p className="serif max-w-[52ch] break-words text-lead">{comment}</p>}
      {reviewer && <p className="text-small text-ink-2">{reviewer.username}</p>}
    </li>
  );
}

export function Rating({ value, count }: { value: number; count?: number }) {
  const { i18n } = useLingui();
  return (
    <span className="inline-flex items-center gap-1 font-semibold">
      <Star {...smallIcon} className="fill-ambar-liquid stroke-ambar-liquid" />
      {i18n.t("{rating} of 5", { rating: value.toFixed(1) })}
      {count !== undefined && <span className="font-normal text-ink-2">({count})</span>}
    </span>
  );
}
