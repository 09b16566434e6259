/** That a seller pays for a bottle's place: the badge, and the sentence that explains it. */
import { useLingui } from "@lingui/react";
import { paths } from "@/lib/paths";
import { Badge } from "@/ui/badge";
import { Drop } from "@/ui/drop";
import { Link } from "@/ui/link";
import type { Product } from "../types";

export function PromotedBadge({ product: { boostType } }: { product: Pick<Product, "boostType"> }) {
  const { i18n } = useLingui();
  const premium = boostType === "premium";
  return (
    <Badge tone={premium ? "premium" : "promo"} title={i18n.t("Promoted by the seller")}>
      <Drop className={premium ? "fill-on-ambar" : "fill-ambar-liquid"} />
      {i18n.t("Featured")}
    </Badge>
  );
}

export function PromotedNote({ className }: { className?: string }) {
  const { i18n } = useLingui();
  return (
    <p className={className}>
      <span className="text-meta text-ink-3">
        {i18n.t("Featured bottles are promoted by their sellers.")}{" "}
        <Link to={paths.boostTerms} className="link inline-flex min-h-6 items-center">
          {i18n.t("How boosts work")}
        </Link>
      </span>
    </p>
  );
}
