import { useLingui } from "@lingui/react";
import { formatRinggit } from "@/lib/money";
import { coverPictureOf } from "@/lib/pictures";
import { Bottle } from "@/shared/listings/bottle";
import { PromotedBadge } from "@/shared/listings/card/promoted-badge";
import { perMlOf, photoWords, priceNow } from "@/shared/listings/listing-words";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { Stars } from "@/shared/reviews/stars";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";

export function FeaturedCard({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { brand, volume, name, description, auction, listingType, id, remainingPercentage, seller } = product;
  const perMl = perMlOf(product);
  return (
    <article
      data-testid="product-card"
      className="grid grid-cols-[minmax(0,4fr)_minmax(0,7fr)] gap-4 md:grid-cols-[minmax(0,45fr)_minmax(0,55fr)] md:gap-6"
    >
      <Photo
        picture={coverPictureOf(product)}
        alt={photoWords(product)}
        sizes="(min-width: 1024px) 274px, (min-width: 768px) 42vw, 34vw"
      />
      <div className="flex min-w-0 flex-col gap-3 border-t border-ink pt-3 md:pt-4">
        <div className="flex flex-wrap gap-1.5">
          <PromotedBadge product={product} />
          {listingType === "auction" && <Badge tone="room">{i18n.t("Auction")}</Badge>}
        </div>
        <div className="grid gap-1">
          <span className="text-meta text-ink-2">
            {brand}
            {volume !== null && `, ${volume} ml`}
          </span>
          <h3 className="break-words text-lot md:text-h3">{name}</h3>
        </div>
        <p className="line-clamp-3 text-small text-ink-2">{description || i18n.t("No description available.")}</p>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <div className="grid gap-1">
            <span className="flex flex-wrap items-center gap-x-2.5 text-meta text-ink-2">
              <Bottle percent={remainingPercentage} volume={volume} />
              {seller && <Stars of={seller} label={i18n.t("Seller")} />}
            </span>
            <Price ringgit={priceNow(product)} size="detail" sen />
            {perMl !== null && (
              <span className="text-meta text-ink-3">
                {i18n.t("{price} per ml left", { price: formatRinggit(perMl) })}
              </span>
            )}
          </div>
          <Button asChild tone={auction ? "bid" : "line"}>
            <Link to={auction ? paths.auction(auction.id) : paths.product(id)}>
              {auction ? i18n.t("Bid Now") : i18n.t("View Details")}
              <span className="sr-only">: {name}</span>
            </Link>
          </Button>
        </div>
      </div>
    </article>
  );
}
