import { useLingui } from "@lingui/react";
import { BatchCodeReading } from "@/shared/listings/batch-code-reading";
import { SellersPhotographs } from "@/shared/listings/photograph-set";
import { PersonLink } from "@/shared/users/person-link";
import { DetailList } from "@/ui/table";
import type { Auction } from "../live";

export function AboutBottle({ product }: { product: NonNullable<Auction["product"]> }) {
  const { i18n } = useLingui();
  const notStated = i18n.t("not stated");
  const { seller } = product;
  return (
    <div className="grid gap-5 pt-6">
      <p className="serif max-w-[46ch] whitespace-pre-line break-words text-quote leading-[1.35]">
        {product.description}
      </p>
      <DetailList
        facts={[
          [i18n.t("Seller"), seller ? <PersonLink key="seller" seller={seller} /> : notStated],
          [i18n.t("Original purchase year"), product.purchaseYear ?? notStated],
          [i18n.t("Bottle condition"), i18n.t("{percent}% full", { percent: product.remainingPercentage })],
          [i18n.t("Box condition"), boxWords(i18n, product.boxCondition) ?? notStated],
          [i18n.t("Batch code"), product.batchCode ?? notStated],
          [i18n.t("Volume"), product.volume === null ? notStated : `${product.volume} ml`],
        ]}
      />
      {product.batchCode && (
        <BatchCodeReading brand={product.brand} code={product.batchCode} purchaseYear={product.purchaseYear} />
      )}
      <SellersPhotographs product={product} />
    </div>
  );
}

function boxWords(i18n: ReturnType<typeof useLingui>["i18n"], condition: string | null): string | null {
  const words: Record<string, string> = {
    Good: i18n.t("Good"),
    Damaged: i18n.t("Damaged"),
    "No Box": i18n.t("No Box"),
  };
  return condition === null ? null : (words[condition] ?? condition);
}
