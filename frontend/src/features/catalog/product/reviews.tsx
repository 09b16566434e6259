/** What buyers said of a listing; none yet is said honestly. */
import { useLingui } from "@lingui/react";
import { paths } from "@/lib/paths";
import { Link } from "@/ui/link";
import { ReportReview } from "@/ui/report-review";
import { ReviewList } from "@/ui/review-list";

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
