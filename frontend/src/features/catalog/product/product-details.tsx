import { useLingui } from "@lingui/react";
import { formatRinggit } from "@/lib/money";
import { BatchCodeReading } from "@/shared/listings/batch-code-reading";
import { PromotedBadge } from "@/shared/listings/card/promoted-badge";
import { PromotedNote } from "@/shared/listings/card/promoted-note";
import { categoryName } from "@/shared/listings/categories";
import { bottleName, concentrationName, conditionName, perMlOf } from "@/shared/listings/listing-words";
import { SellersPhotographs } from "@/shared/listings/photograph-set";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { Stars } from "@/shared/reviews/stars";
import { Badge } from "@/ui/badge";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { DetailList } from "@/ui/table";
import { kindName } from "../names";
import { NOTHING, writeTerms } from "../search/search-terms";
import { LevelPanel } from "./level-panel";

export function ProductDetails({ product }: { product: Product }) {
  return (
    <>
      <Badges product={product} />
      <Title product={product} />
      <PriceLine product={product} />
      {product.isFeatured && <PromotedNote />}
      <ItemDetails product={product} />
    </>
  );
}

function Badges({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { isFeatured, isNew, remainingPercentage: percent, listingType, status } = product;
  const level = percent > 90 ? "good" : percent > 50 ? "warn" : percent > 0 ? "bad" : "plain";
  return (
    <div className="flex flex-wrap gap-1.5">
      {isFeatured && <PromotedBadge product={product} />}
      {isNew ? (
        <Badge tone="good">{i18n.t("Like New")}</Badge>
      ) : (
        <Badge tone={level}>{i18n.t("{percent}% full", { percent })}</Badge>
      )}
      <Badge tone="line">{kindName(listingType)}</Badge>
      {status === "sold" && <Badge tone="bad">{i18n.t("Sold")}</Badge>}
    </div>
  );
}

function Title({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { brand, name, volume, concentration, category, categoryId } = product;
  const house = `${paths.products}?${writeTerms({ ...NOTHING, brand: [brand] })}`;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Link to={house} className="link inline-flex min-h-6 items-center break-words">
        {brand}
      </Link>
      <h1 className="break-words text-h1">{bottleName(name)}</h1>
      <p className="text-ink-2">
        {[concentrationName(concentration), volume !== null && `${volume} ml`].filter(Boolean).join(", ")}
        {category && (
          <>
            {", "}
            <Link to={paths.category(categoryId)} className="link">
              {categoryName(categoryId) ?? category.name}
            </Link>
          </>
        )}
      </p>
      <Stars of={product} label={i18n.t("This bottle")} />
    </div>
  );
}

function PriceLine({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const perMl = perMlOf(product);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 border-t border-ink pt-4">
      <Price ringgit={product.price} size="large" sen />
      {perMl !== null && (
        <span className="text-meta text-ink-3">{i18n.t("{price} per ml left", { price: formatRinggit(perMl) })}</span>
      )}
    </div>
  );
}

function ItemDetails({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { purchaseYear, boxCondition, batchCode, stockQuantity, status } = product;
  const inStock = stockQuantity > 0 && status !== "sold";
  const facts: [string, React.ReactNode][] = [
    [i18n.t("Purchase year"), purchaseYear ?? i18n.t("Unknown")],
    [i18n.t("Box condition"), boxCondition ? conditionName(boxCondition) : i18n.t("Not specified")],
    [i18n.t("Batch code"), batchCode || i18n.t("No batch code provided")],
    [
      i18n.t("Availability"),
      inStock ? i18n.t("In Stock ({count} available)", { count: stockQuantity }) : i18n.t("Out of Stock"),
    ],
  ];
  return (
    <section aria-label={i18n.t("Item details")} className="grid gap-3">
      <LevelPanel product={product} />
      <DetailList facts={facts} />
      {product.batchCode && (
        <BatchCodeReading brand={product.brand} code={product.batchCode} purchaseYear={product.purchaseYear} />
      )}
      <SellersPhotographs product={product} />
    </section>
  );
}
