import { useLingui } from "@lingui/react";
import { useRef } from "react";
import { formatRinggit } from "@/lib/money";
import { coverPictureOf } from "@/lib/pictures";
import { useLiveAuction } from "@/shared/auctions/use-live-auction";
import { SaveButton } from "@/shared/favourites/save-button";
import { Bottle } from "@/shared/listings/bottle";
import { paths } from "@/shared/navigation/paths";
import { Stars } from "@/shared/reviews/stars";
import { Badge } from "@/ui/badge";
import { cn } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { bottleName, concentrationName, perMlOf, photoWords, priceNow } from "../listing-words";
import type { Product } from "../types";
import { AuctionStrip } from "./auction-strip";
import { PromotedBadge } from "./promoted-badge";

export { ListingCardSkeleton } from "./listing-card-skeleton";

interface Props {
  product: Product;
  dense?: boolean;
  heading?: "h2" | "h3" | "h4" | "p";
  linked?: boolean;
  eager?: boolean;
  children?: React.ReactNode;
}

export function ListingCard({
  product: fetched,
  dense,
  heading: Heading = "h3",
  linked = true,
  eager,
  children,
}: Props) {
  const card = useRef<HTMLElement>(null);
  const product = useLiveAuction(fetched, card);
  const { brand, auction, status, listingType } = product;
  return (
    <article
      ref={card}
      data-testid="product-card"
      className="group relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2.5"
    >
      <Photo
        picture={coverPictureOf(product)}
        alt={photoWords(product)}
        eager={eager}
        sizes={dense ? "(min-width: 1181px) 200px, (min-width: 768px) 31vw, 46vw" : undefined}
        className={cn(status === "sold" && "[&>img]:opacity-55")}
      >
        <Tags product={product} />
        {auction && status !== "sold" && <AuctionStrip auction={auction} />}
      </Photo>
      {linked && <SaveButton product={product} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <span className="flex items-baseline justify-between gap-2 text-meta">
          <span className="truncate font-medium text-ink-2">{brand}</span>
          {linked && auction && <AuctionNumber id={auction.id} />}
        </span>
        <Heading
          className={cn(
            "serif break-words leading-[1.18] tracking-[-0.006em]",
            dense ? "text-lead max-md:text-price" : "text-lot max-md:text-price",
          )}
        >
          <Name product={product} linked={linked} />
        </Heading>
      </div>
      <Contents product={product} />
      <Pay product={product} dense={dense} />
      {listingType === "auction" && !auction && <Unavailable />}
      {children}
    </article>
  );
}

function Name({ product: { id, name, auction }, linked }: { product: Product; linked: boolean }) {
  const words = bottleName(name);
  if (!linked) return words;
  return (
    <Link
      to={auction ? paths.auction(auction.id) : paths.product(id)}
      className="cover-link no-underline group-hover:underline"
    >
      {words}
    </Link>
  );
}

function AuctionNumber({ id }: { id: number }) {
  const { i18n } = useLingui();
  return <span className="whitespace-nowrap text-ink-3">{i18n.t("Lot {auctionId}", { auctionId: id })}</span>;
}

function Contents({ product: { remainingPercentage, volume, concentration, seller } }: { product: Product }) {
  const { i18n } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-ink-2">
      <Bottle percent={remainingPercentage} volume={volume} />
      {volume !== null && <span>{volume} ml</span>}
      {concentration && <span>{concentrationName(concentration)}</span>}
      {seller && <Stars of={seller} label={i18n.t("Seller")} />}
    </div>
  );
}

function Unavailable() {
  const { i18n } = useLingui();
  return (
    <Badge tone="warn" className="h-auto min-h-6 justify-self-start whitespace-normal py-1">
      {i18n.t("Auction details unavailable")}
    </Badge>
  );
}

function Tags({ product }: { product: Product }) {
  const { i18n } = useLingui();
  return (
    <span className="absolute top-2 left-2 z-1 flex flex-wrap gap-1 pr-11">
      {product.isFeatured && <PromotedBadge product={product} />}
      {product.status === "sold" && (
        <Badge tone="line" className="bg-surface">
          {i18n.t("Sold")}
        </Badge>
      )}
    </span>
  );
}

function Pay({ product, dense }: { product: Product; dense?: boolean }) {
  const { i18n } = useLingui();
  const { auction, listingType } = product;
  const perMl = perMlOf(product);
  const label = auction && (auction.currentBid === null ? i18n.t("Starting Price") : i18n.t("Current Bid"));
  return (
    <div
      className={cn(
        "border-t border-line pt-2.5",
        dense ? "grid" : "flex flex-wrap items-baseline justify-between gap-x-2.5 gap-y-1 max-md:grid",
      )}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Price ringgit={priceNow(product)} whole />
        {(label || listingType === "negotiable") && (
          <span className="text-meta text-ink-2">{label || i18n.t("Negotiable")}</span>
        )}
      </span>
      {perMl !== null && (
        <span className="text-meta text-ink-3">{i18n.t("{price} per ml left", { price: formatRinggit(perMl) })}</span>
      )}
    </div>
  );
}
