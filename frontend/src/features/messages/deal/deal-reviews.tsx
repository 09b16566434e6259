import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { ReviewPictures } from "@/shared/reviews/review-pictures";
import { Rating } from "@/shared/reviews/review-row";
import { dealReviewsQuery, type Review, rateBuyer } from "@/shared/reviews/reviews";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";
import { ReviewForm } from "./review-form";

interface Props {
  dealId: number;
  stamp: number;
  isSeller: boolean;
  onChange: () => void;
}

export function DealReviews({ dealId, stamp, isSeller, onChange }: Props) {
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(dealReviewsQuery(dealId, stamp));
  if (isPending) {
    return (
      <div role="status">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="w-2/3" />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorState
        heading="h3"
        title={i18n.t("The reviews did not load")}
        text={messageFor(error).text}
        onRetry={() => void refetch()}
      />
    );
  }
  const changed = () => {
    void refetch();
    onChange();
  };
  return (
    <div className="grid gap-3 empty:hidden">
      {data.yours && <Said title={i18n.t("Your review")} review={data.yours} />}
      {data.yours && !data.yours.isPublic && (
        <p className="text-small text-ink-3">
          {i18n.t("Hidden until the other review is written, or 14 days after the delivery.")}
        </p>
      )}
      {data.theirs && (
        <Said title={isSeller ? i18n.t("Review by the buyer") : i18n.t("Review by the seller")} review={data.theirs} />
      )}
      {data.isTheirsHidden && data.mayWrite && (
        <p className="text-small text-ink-2">{i18n.t("The other review is written. You will read it after yours.")}</p>
      )}
      {isSeller && data.mayWrite && (
        <section className="grid gap-3 border-t border-line pt-3">
          <h4 className="font-sans text-body font-semibold tracking-normal">{i18n.t("Rate the buyer")}</h4>
          <ReviewForm
            button={i18n.t("Submit rating")}
            dealId={dealId}
            send={(stars) => rateBuyer(dealId, stars)}
            onDone={changed}
          />
        </section>
      )}
    </div>
  );
}

function Said({ title, review: { rating, comment, pictures } }: { title: string; review: Review }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 text-small">
        <span className="text-ink-3">{title}</span>
        <Rating value={rating} />
      </p>
      {comment && <p className="serif break-words">{comment}</p>}
      <ReviewPictures pictures={pictures} />
    </div>
  );
}
