import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { buyerRatingQuery } from "@/shared/reviews/reviews";

export function BuyerRating({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  const { data } = useQuery(buyerRatingQuery(userId));
  if (!data || data.averageRating === null) return null;
  return (
    <p className="text-meta text-ink-3">
      {i18n.t("Buyer rating {rating} ({count})", {
        rating: data.averageRating.toFixed(1),
        count: String(data.total),
      })}
    </p>
  );
}
