import { useLingui } from "@lingui/react";
import { Star } from "lucide-react";
import { smallIcon } from "@/ui/icon";

interface Props {
  of: { averageRating?: number | null; reviews?: number };
  label: string;
}

export function Stars({ of: { averageRating, reviews }, label }: Props) {
  const { i18n } = useLingui();
  if (!reviews || averageRating == null) return null;
  const rating = averageRating.toFixed(1);
  return (
    <span className="inline-flex items-center gap-1">
      <Star {...smallIcon} className="fill-ambar-liquid stroke-ambar-liquid" />
      <span className="sr-only">
        {label}:{" "}
        {i18n.t("{rating} of 5, {count, plural, one {# review} other {# reviews}}", { rating, count: reviews })}
      </span>
      <span aria-hidden="true">
        {rating} ({reviews})
      </span>
    </span>
  );
}
