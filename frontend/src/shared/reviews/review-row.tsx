import { useLingui } from "@lingui/react";
import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate } from "@/lib/time/time";
import type { Review } from "@/shared/reviews/reviews";
import { nameOf } from "@/shared/users/names";
import { smallIcon } from "@/ui/icon";
import { ReviewPictures } from "./review-pictures";

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

export function ReviewRow({ review, children }: { review: Review; children?: ReactNode }) {
  const { i18n } = useLingui();
  const { rating, comment, createdAt, reviewer, product, reply, pictures } = review;
  return (
    <li className="grid gap-1.5 border-b border-line py-4">
      <p className="flex flex-wrap items-center gap-x-3">
        <b className="break-words font-semibold">{nameOf(reviewer?.username ?? "", reviewer === null)}</b>
        <Rating value={rating} />
      </p>
      <p className="break-words text-meta text-ink-3">
        {product?.name
          ? i18n.t("Bought {name}, {date}", { name: product.name, date: formatDate(createdAt) })
          : formatDate(createdAt)}
      </p>
      {comment && <p className="serif max-w-[52ch] break-words text-lead">{comment}</p>}
      <ReviewPictures pictures={pictures} />
      {reply && (
        <div className="mt-1 max-w-[60ch] border-l-2 border-line pl-4">
          <p className="text-meta text-ink-3">
            {i18n.t("Reply of the seller, {date}", { date: formatDate(reply.createdAt) })}
          </p>
          <p className="break-words text-small">{reply.text}</p>
        </div>
      )}
      {children}
    </li>
  );
}
