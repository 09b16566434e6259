import { useLingui } from "@lingui/react";
import { Badge } from "@/ui/badge";
import { Drop } from "@/ui/drop";
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
