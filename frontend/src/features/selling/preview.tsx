import { useLingui } from "@lingui/react";
import { type ReactNode, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Listing } from "./api";
import type { Photo } from "./photos/photos";
import type { ListingForm } from "./rules";
import { bottleOf, parseRinggit, volumeOf } from "./shapes";

export type DrawCard = (listing: Listing) => ReactNode;

export function useDrawnListing(photos: Photo[], seller: string): Listing {
  const { i18n } = useLingui();
  const { control } = useFormContext<ListingForm>();
  const form = useWatch({ control }) as ListingForm;
  return useMemo(
    () => asListing(form, photos, seller, { name: i18n.t("Name"), brand: i18n.t("Brand") }),
    [form, photos, seller, i18n],
  );
}

export function Preview({ listing, drawCard }: { listing: Listing; drawCard: DrawCard }) {
  const { i18n } = useLingui();
  return (
    <aside
      aria-label={i18n.t("Preview")}
      className="sticky top-24 -ml-8 grid w-83 gap-2.5 border-l border-line pl-8 max-lg:hidden"
    >
      <h2 className="font-sans text-meta tracking-normal text-ink-3">{i18n.t("As it will appear")}</h2>
      <div className={listing.price === 0 ? "[&_article>:last-child]:invisible" : undefined}>{drawCard(listing)}</div>
    </aside>
  );
}

function asListing(
  form: ListingForm,
  photos: Photo[],
  seller: string,
  missing: { name: string; brand: string },
): Listing {
  const auction = form.listingType === "auction";
  const price = parseRinggit(auction ? form.startingPrice : form.price) ?? 0;
  const drawn = photos.filter(({ state }) => state !== "refused");
  return {
    ...bottleOf(form),
    id: 0,
    name: form.name || missing.name,
    brand: form.brand || missing.brand,
    price,
    imageUrl: drawn[0]?.shown || null,
    images: drawn.map(({ shown, kind }, imageOrder) => ({ id: imageOrder, imageUrl: shown, imageOrder, kind })),
    category: { id: 0, name: "" },
    stockQuantity: Number(form.stockQuantity) || 1,
    averageRating: null,
    reviews: 0,
    isNew: false,
    isFeatured: false,
    featuredUntil: null,
    featuredAt: null,
    featuredDurationHours: null,
    boostType: null,
    boostPackageId: null,
    boostGroupId: null,
    volume: volumeOf(form),
    listingType: form.listingType,
    sellerId: 0,
    seller: { id: 0, username: seller, isDeleted: false, profileImage: null },
    status: "active",
    createdAt: "",
    auction: auction
      ? {
          id: 0,
          startingPrice: price,
          currentBid: null,
          bidCount: 0,
          bidIncrement: parseRinggit(form.bidIncrement) ?? 0,
          buyNowPrice: parseRinggit(form.buyNowPrice),
          endsAt: form.endsAt.toISOString(),
          status: "active",
        }
      : null,
  } as unknown as Listing;
}
