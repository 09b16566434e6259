import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Rating } from "@/shared/reviews/review-row";
import { testimonialsQuery } from "@/shared/reviews/reviews";
import { nameOf } from "@/shared/users/names";
import { SectionHead } from "./section-head";

export function Testimonials() {
  const { i18n } = useLingui();
  const { data = [] } = useQuery(testimonialsQuery);
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="testimonials" className="wrap section-gap">
      <SectionHead id="testimonials" title={i18n.t("From finished sales")} />
      <ul className="grid gap-x-10 gap-y-6 border-t border-line pt-6 md:grid-cols-3">
        {data.map(({ id, rating, comment, reviewer, product }) => (
          <li key={id} className="grid content-start gap-2">
            <Rating value={rating} />
            <blockquote className="serif line-clamp-5 break-words text-lead">{comment}</blockquote>
            <p className="break-words text-small text-ink-3">
              {[nameOf(reviewer?.username ?? "", reviewer === null), product?.name].filter(Boolean).join(", ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
