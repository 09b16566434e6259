import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { coverOf, picturesOf } from "@/lib/pictures";
import { trackEvent } from "@/shared/analytics/analytics";
import { itemOf } from "@/shared/analytics/analytics-item";
import { useContact } from "@/shared/conversations/use-contact";
import { SaveButton } from "@/shared/favourites/save-button";
import { bottleName, photoWords } from "@/shared/listings/listing-words";
import { storeSeenBottle } from "@/shared/listings/seen-bottles";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { Gallery } from "@/ui/gallery";
import { Link } from "@/ui/link";
import { recordView } from "../api";
import { Actions, PhoneBar } from "./actions";
import { ProductDetails } from "./product-details";
import { Received } from "./received-offer";
import { BeforeYouPay, SellerCard } from "./seller-card";
import { RecentlySeen, Similar } from "./similar";
import { AboutTabs } from "./tabs";

export const PRODUCT_GRID =
  "grid items-start gap-x-7 gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:grid-rows-[auto_1fr] md:gap-x-10 md:gap-y-10 lg:gap-x-14";

export function ProductView({ product }: { product: Product }) {
  const { own } = useContact(product);
  useViewReport(product, own);
  return (
    <>
      <div className="wrap">
        <Breadcrumb name={bottleName(product.name)} />
        <div className={PRODUCT_GRID}>
          <Gallery pictures={picturesOf(product)} alt={photoWords(product)} thumbnails="left">
            <SaveButton product={product} large />
          </Gallery>
          <div className="grid gap-5 md:row-span-2">
            <ProductDetails product={product} />
            <Received product={product} />
            <Actions product={product} />
            <SellerCard product={product} />
            <BeforeYouPay />
          </div>
          <AboutTabs product={product} />
        </div>
      </div>
      <Similar productId={product.id} categoryId={product.categoryId} />
      <RecentlySeen except={product.id} />
      <PhoneBar product={product} />
    </>
  );
}

function useViewReport(product: Product, own: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each bottle, not each time it is fetched again
  useEffect(() => {
    trackEvent("view_item", { currency: "MYR", value: product.price, items: [itemOf(product)] });
    storeSeenBottle({ id: product.id, name: product.name, brand: product.brand, imageUrl: coverOf(product) });
    if (!own) recordView(product.id);
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
