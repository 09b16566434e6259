import { useLingui } from "@lingui/react";
import { paths } from "@/shared/navigation/paths";
import { ReportReview } from "@/shared/reviews/report-review";
import { ReviewList } from "@/shared/reviews/review-list";
import { Link } from "@/ui/link";

export function ProductReviews({ productId, sellerId }: { productId: number; sellerId: number }) {
  const { i18n } = useLingui();
  return (
    <>
      <ReviewList
        sellerId={sellerId}
        productId={productId}
        empty={<p className="text-ink-2">{i18n.t("Nobody has reviewed this bottle yet.")}</p>}
        below={(review) => <ReportReview review={review} />}
      />
      <p className="pt-4">
        <Link to={`${paths.seller(sellerId)}?tab=reviews`} className="link">
          {i18n.t("All reviews of this seller")}
        </Link>
      </p>
    </>
  );
}
