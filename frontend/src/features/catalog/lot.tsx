/** A product as a card: photograph, house, name, level, price; auctions carry the green strip. */
import { useLingui } from "@lingui/react";
import { Link } from "react-router-dom";
import { pricePerMl } from "@/lib/level";
import { formatRinggit } from "@/lib/money";
import { paths } from "@/lib/paths";
import { coverOf } from "@/lib/photos";
import { Badge } from "@/ui/badge";
import { Bottle } from "@/ui/bottle";
import { cn } from "@/ui/class-names";
import { Drop } from "@/ui/drop";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import type { Product } from "./api";
import { AuctionStrip } from "./auction-strip";

interface Props {
  product: Product;
  dense?: boolean;
  heading?: "h2" | "h3" | "p";
  /** A preview leads nowhere yet. */
  linked?: boolean;
  eager?: boolean;
}

export function Lot({ product, dense, heading: Heading = "h3", linked = true, eager }: Props) {
  const { i18n } = useLingui();
  const { brand, name, remainingPercentage, volume, listingType, auction, status } = product;
  const alt = i18n.t("{brand} {name}, {volume} ml bottle, {percent}% full", {
    brand,
    name,
    volume: volume ?? "",
    percent: remainingPercentage,
  });
  return (
    <article data-testid="product-card" className="group relative grid min-w-0 content-start gap-2.5">
      <Photo src={coverOf(product)} alt={alt} eager={eager} className={cn(status === "sold" && "[&>img]:opacity-55")}>
        <Tags product={product} />
        {auction && <AuctionStrip auction={auction} />}
      </Photo>
      <div className="grid gap-1">
        <span className="truncate text-meta font-medium text-ink-2">{brand}</span>
        <Heading
          className={cn(
            "serif break-words leading-[1.18] tracking-[-0.006em]",
            dense ? "text-lead max-md:text-price" : "text-lot max-md:text-price",
          )}
        >
          {linked ? (
            <Link to={linkTo(product)} className="cover-link no-underline group-hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </Heading>
      </div>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-ink-2">
        <Bottle percent={remainingPercentage} volume={volume} />
        {volume !== null && <span>{volume} ml</span>}
        {linked && auction && (
          <span className="ml-auto text-ink-3">{i18n.t("Lot {auctionId}", { auctionId: auction.id })}</span>
        )}
      </div>
      <Pay product={product} dense={dense} />
      {listingType === "auction" && !auction && <Badge tone="warn">{i18n.t("Auction details unavailable")}</Badge>}
    </article>
  );
}

function linkTo({ id, auction }: Product): string {
  return auction ? paths.auction(auction.id) : paths.product(id);
}

function Tags({ product }: { product: Product }) {
  const { i18n } = useLingui();
  return (
    <span className="absolute top-2 left-2 z-1 flex gap-1">
      {product.isFeatured && (
        <Badge tone="promo">
          <Drop />
          {i18n.t("Featured")}
        </Badge>
      )}
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
  const { auction, price, remainingPercentage, volume, listingType } = product;
  const ringgit = auction ? (auction.currentBid ?? auction.startingPrice) : price;
  const perMl = pricePerMl(ringgit, remainingPercentage, volume);
  const label = auction && (auction.currentBid === null ? i18n.t("Starting Price") : i18n.t("Current Bid"));
  return (
    <div
      className={cn(
        "border-t border-line pt-2.5",
        dense ? "grid" : "flex flex-wrap items-baseline justify-between gap-x-2.5 gap-y-1 max-md:grid",
      )}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Price ringgit={ringgit} />
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

export function LotSkeleton() {
  return (
    <div data-testid="product-skeleton" aria-hidden="true" className="grid content-start gap-2.5">
      <Skeleton className="aspect-[4/5] h-auto" />
      <Skeleton className="w-2/5" />
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="w-1/2" />
      <Skeleton className="mt-2.5 h-5 w-1/3" />
    </div>
  );
}
