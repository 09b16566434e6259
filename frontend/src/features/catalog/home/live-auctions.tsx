import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { coverPictureOf } from "@/lib/pictures";
import { serverNow } from "@/lib/time/now";
import { AuctionClock } from "@/shared/auctions/auction-clock";
import { useLiveAuction } from "@/shared/auctions/use-live-auction";
import { Bottle } from "@/shared/listings/bottle";
import { photoWords } from "@/shared/listings/listing-words";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { newestQuery } from "../api";
import { liveAuctions } from "./newest-products";
import { SectionHead } from "./section-head";

export function LiveAuctions() {
  const { i18n } = useLingui();
  const query = useQuery(newestQuery("auction"));
  const { error, refetch } = query;
  const data = useDeferredValue(query.data);
  return (
    <section aria-labelledby="live-auctions" className="room mt-12 py-7 md:mt-16 md:pt-12 md:pb-14">
      <div className="wrap">
        <SectionHead id="live-auctions" title={i18n.t("Live Auctions")} to={paths.auctions} />
        {!data && !error && (
          <Bench>
            {["a", "b", "c"].map((key) => (
              <WaitingSeat key={key} />
            ))}
          </Bench>
        )}
        {error && (
          <ErrorState
            heading="h3"
            title={i18n.t("The auctions did not load")}
            text={messageFor(error).text}
            onRetry={() => void refetch()}
          />
        )}
        {data && <Seats products={liveAuctions(data, serverNow())} />}
      </div>
    </section>
  );
}

function Seats({ products }: { products: Product[] }) {
  const { i18n } = useLingui();
  if (products.length === 0) {
    return <p className="py-8 text-ink-2">{i18n.t("No auction listings available at the moment.")}</p>;
  }
  return (
    <Bench>
      {products.map((product) => (
        <Seat key={product.id} product={product} />
      ))}
    </Bench>
  );
}

function Bench({ children }: { children: React.ReactNode }) {
  return <ol className="grid min-[1181px]:grid-cols-3">{children}</ol>;
}

const SEAT =
  "group relative grid grid-cols-[96px_1fr] gap-4 border-line py-5 not-first:border-t md:grid-cols-[128px_1fr] md:gap-5 min-[1181px]:px-7 min-[1181px]:py-0 min-[1181px]:first:pl-0 min-[1181px]:last:pr-0 min-[1181px]:not-first:border-t-0 min-[1181px]:not-first:border-l";

function Seat({ product: fetched }: { product: Product }) {
  const { i18n } = useLingui();
  const seat = useRef<HTMLLIElement>(null);
  const product = useLiveAuction(fetched, seat);
  const { auction, brand, name, remainingPercentage, volume } = product;
  if (!auction) return null;
  return (
    <li ref={seat} data-testid="product-card" className={SEAT}>
      <Photo picture={coverPictureOf(product)} alt={photoWords(product)} sizes="128px" />
      <div className="grid min-w-0 content-between gap-3">
        <div className="grid gap-1">
          <span className="text-meta text-ink-2">{brand}</span>
          <h3 className="break-words text-lot md:text-quote">
            <Link to={paths.auction(auction.id)} className="cover-link no-underline group-hover:underline">
              {name}
            </Link>
          </h3>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 text-meta text-ink-2">
          <Bottle percent={remainingPercentage} volume={volume} />
          {volume !== null && <span>{volume} ml</span>}
          <span>{i18n.t("{bids, plural, one {# bid} other {# bids}}", { bids: auction.bidCount })}</span>
        </div>
        <PriceAndTime auction={auction} />
      </div>
    </li>
  );
}

function PriceAndTime({ auction }: { auction: NonNullable<Product["auction"]> }) {
  const { i18n } = useLingui();
  return (
    <div className="flex items-end justify-between gap-3 border-t border-line pt-3">
      <div>
        <div className="text-meta text-ink-2">
          {auction.currentBid === null ? i18n.t("Starting Price") : i18n.t("Current Bid")}
        </div>
        <Price ringgit={auction.currentBid ?? auction.startingPrice} size="large" whole className="text-[1.625rem]" />
      </div>
      <div className="text-right">
        <div className="text-meta text-ink-2">{i18n.t("Ends in")}</div>
        <AuctionClock auction={auction} className="whitespace-nowrap text-lead font-medium" />
      </div>
    </div>
  );
}

function WaitingSeat() {
  return (
    <li className={SEAT}>
      <Skeleton className="aspect-[4/5] h-auto" />
      <div className="grid content-between gap-3">
        <Skeleton className="w-1/3" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="w-1/2" />
        <Skeleton className="h-10" />
      </div>
    </li>
  );
}
