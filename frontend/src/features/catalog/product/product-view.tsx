/** One listing: the photographs, name and price with what a millilitre costs, the level, the seller, and what is like it. */
import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { itemOf, track } from "@/lib/analytics";
import { categoryName } from "@/lib/categories";
import { formatRinggit } from "@/lib/money";
import { bottleName } from "@/lib/names";
import { paths } from "@/lib/paths";
import { coverOf } from "@/lib/photos";
import { Link } from "@/lib/router";
import { rememberSeen } from "@/lib/seen";
import { Badge } from "@/ui/badge";
import { Drop } from "@/ui/drop";
import { Price } from "@/ui/price";
import { Facts } from "@/ui/table";
import { useContact } from "@/ui/use-contact";
import { tellViewed } from "../api";
import { conditionName, kindName, perMlOf } from "../names";
import { SaveButton } from "../save-button";
import type { Product } from "../types";
import { NOTHING, writeWanted } from "../wanted";
import { Actions, PhoneBar } from "./actions";
import { Gallery } from "./gallery";
import { LevelPanel } from "./level-panel";
import { BeforeYouPay, SellerCard } from "./seller-card";
import { RecentlySeen, Similar } from "./similar";
import { AboutTabs } from "./tabs";

export const PRODUCT_GRID = "grid items-start gap-7 md:grid-cols-[7fr_5fr] md:gap-10 lg:gap-14";

export function ProductView({ product }: { product: Product }) {
  const { own } = useContact(product);
  useTold(product, own);
  return (
    <>
      <div className="wrap">
        <Breadcrumb name={bottleName(product.name)} />
        <div className={PRODUCT_GRID}>
          <Gallery product={product}>
            <SaveButton product={product} large />
          </Gallery>
          <div className="grid gap-5">
            <Badges product={product} />
            <Title product={product} />
            <PriceLine product={product} />
            <LevelPanel product={product} />
            <ItemDetails product={product} />
            <Actions product={product} />
            <SellerCard product={product} />
            <BeforeYouPay />
          </div>
        </div>
        <AboutTabs product={product} />
      </div>
      <Similar productId={product.id} categoryId={product.categoryId} />
      <RecentlySeen except={product.id} />
      <PhoneBar product={product} />
    </>
  );
}

/** Once for each bottle that is opened: counted, remembered on this device, and told to the tag function. */
function useTold(product: Product, own: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each bottle, not each time it is fetched again
  useEffect(() => {
    track("view_item", { currency: "MYR", value: product.price, items: [itemOf(product)] });
    rememberSeen({ id: product.id, name: product.name, brand: product.brand, imageUrl: coverOf(product) });
    if (!own) tellViewed(product.id);
  }, [product.id]);
}

export function Breadcrumb({ name }: { name?: string }) {
  const { i18n } = useLingui();
  return (
    <nav aria-label={i18n.t("Breadcrumb")} className="py-2 md:py-3">
      <ol className="flex flex-wrap items-center gap-x-2 text-small">
        <li>
          <Link to={paths.home} className="inline-flex min-h-9 items-center text-ink-2 no-underline hover:underline">
            {i18n.t("Home")}
          </Link>
        </li>
        <li className="before:mr-2 before:text-ink-3 before:content-['/']">
          <Link
            to={paths.products}
            className="inline-flex min-h-9 items-center text-ink-2 no-underline hover:underline"
          >
            {i18n.t("Products")}
          </Link>
        </li>
        {name && (
          <li
            aria-current="page"
            className="min-w-0 max-w-full truncate before:mr-2 before:text-ink-3 before:content-['/']"
          >
            {name}
          </li>
        )}
      </ol>
    </nav>
  );
}

function Badges({
  product: { isFeatured, isNew, remainingPercentage: percent, listingType, status },
}: {
  product: Product;
}) {
  const { i18n } = useLingui();
  const level = percent > 90 ? "good" : percent > 50 ? "warn" : percent > 0 ? "bad" : "plain";
  return (
    <div className="flex flex-wrap gap-1.5">
      {isFeatured && (
        <Badge tone="promo" title={i18n.t("Promoted by the seller")}>
          <Drop />
          {i18n.t("Featured")}
        </Badge>
      )}
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

function Title({ product: { brand, name, volume, concentration, category, categoryId } }: { product: Product }) {
  const house = `${paths.products}?${writeWanted({ ...NOTHING, brand: [brand] })}`;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Link to={house} className="link inline-flex min-h-6 items-center break-words">
        {brand}
      </Link>
      <h1 className="break-words text-h1">{bottleName(name)}</h1>
      <p className="text-ink-2">
        {[concentration, volume !== null && `${volume} ml`].filter(Boolean).join(", ")}
        {category && (
          <>
            {", "}
            <Link to={paths.category(categoryId)} className="link">
              {categoryName(categoryId) ?? category.name}
            </Link>
          </>
        )}
      </p>
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
  const { remainingPercentage, purchaseYear, boxCondition, batchCode, stockQuantity, status } = product;
  const inStock = stockQuantity > 0 && status !== "sold";
  const facts: [string, React.ReactNode][] = [
    [i18n.t("Bottle"), i18n.t("{percent}% full", { percent: remainingPercentage })],
    [i18n.t("Purchase year"), purchaseYear ?? i18n.t("Unknown")],
    [i18n.t("Box condition"), boxCondition ? conditionName(boxCondition) : i18n.t("Not specified")],
    [i18n.t("Batch code"), batchCode || i18n.t("No batch code provided")],
    [
      i18n.t("Availability"),
      inStock ? i18n.t("In Stock ({count} available)", { count: stockQuantity }) : i18n.t("Out of Stock"),
    ],
  ];
  return (
    <section aria-label={i18n.t("Item details")}>
      <Facts facts={facts} />
    </section>
  );
}
