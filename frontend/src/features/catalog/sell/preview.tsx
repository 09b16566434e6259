/** The listing as buyers will see it, while it is written. */
import { useLingui } from "@lingui/react";
import { useMemo } from "react";
import type { Product } from "../api";
import { Lot } from "../lot";
import { type ListingForm, ringgit } from "./rules";

export function Preview({ form, seller }: { form: ListingForm; seller: string }) {
  const { i18n } = useLingui();
  const product = useMemo(
    () => asProduct(form, seller, { name: i18n.t("Name"), brand: i18n.t("Brand") }),
    [form, seller, i18n],
  );
  return (
    <aside
      aria-label={i18n.t("Preview")}
      className="sticky top-24 -ml-8 grid w-83 gap-2.5 border-l border-line pl-8 max-lg:hidden"
    >
      <h2 className="font-sans text-meta tracking-normal text-ink-3">{i18n.t("As it will appear")}</h2>
      <Lot product={product} linked={false} />
    </aside>
  );
}

function asProduct(form: ListingForm, seller: string, missing: { name: string; brand: string }): Product {
  const startingPrice = ringgit(form.startingPrice) ?? 0;
  return {
    id: 0,
    name: form.name || missing.name,
    brand: form.brand || missing.brand,
    description: form.description,
    price: startingPrice,
    imageUrl: null,
    images: [],
    category: { id: 0, name: "" },
    categoryId: Number(form.categoryId),
    stockQuantity: 1,
    averageRating: null,
    reviews: 0,
    isNew: false,
    isFeatured: false,
    featuredUntil: null,
    boostPackageId: null,
    boostGroupId: null,
    remainingPercentage: form.remainingPercentage,
    volume: volumeOf(form) ?? 0,
    batchCode: form.batchCode,
    purchaseYear: null,
    boxCondition: form.boxCondition,
    listingType: "auction",
    sellerId: 0,
    seller: { id: 0, username: seller, isDeleted: false, profileImage: null },
    status: "active",
    createdAt: "",
    auction: {
      id: 0,
      startingPrice,
      currentBid: null,
      bidCount: 0,
      bidIncrement: ringgit(form.bidIncrement) ?? 0,
      buyNowPrice: ringgit(form.buyNowPrice),
      endsAt: form.endsAt.toISOString(),
      status: "active",
    },
  };
}

export function volumeOf(form: ListingForm): number | null {
  const volume = Number(form.volume);
  return Number.isInteger(volume) && volume > 0 ? volume : null;
}
