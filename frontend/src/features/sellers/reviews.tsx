import { useLingui } from "@lingui/react";
import { ReportReview } from "@/shared/reviews/report-review";
import { ReviewList } from "@/shared/reviews/review-list";
import type { Reviews } from "@/shared/reviews/reviews";
import { useCurrentUser } from "@/shared/session/session";
import { EmptyState } from "@/ui/empty-state";
import { ReplyForm } from "./reply-form";

export function SellerReviews({ sellerId }: { sellerId: number }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const none = (
    <EmptyState drawing="blotters" heading="h3" title={i18n.t("No reviews yet")}>
      {i18n.t("A buyer may leave one when a sale is finished.")}
    </EmptyState>
  );
  return (
    <ReviewList
      sellerId={sellerId}
      empty={none}
      beside={(reviews) => <Spread reviews={reviews} />}
      below={(review) => (
        <>
          {user?.id === sellerId && !review.reply && <ReplyForm reviewId={review.id} sellerId={sellerId} />}
          <ReportReview review={review} />
        </>
      )}
    />
  );
}

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
