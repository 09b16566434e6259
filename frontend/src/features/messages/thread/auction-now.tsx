import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { AuctionClock } from "@/shared/auctions/auction-clock";
import { auctionOfListing } from "@/shared/auctions/auction-of-listing";
import type { CardAuction } from "@/shared/auctions/card-frames";
import { useLiveAuction } from "@/shared/auctions/use-live-auction";
import { Price } from "@/ui/price";

export function AuctionNow({ productId, price }: { productId: number; price: number }) {
  const { i18n } = useLingui();
  const card = useRef<HTMLSpanElement>(null);
  const { data } = useQuery(auctionOfListing(productId));
  const { auction } = useLiveAuction({ auction: data ?? null }, card);
  return (
    <span ref={card} data-testid="auction-now" className="grid gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Price ringgit={auction?.currentBid ?? auction?.startingPrice ?? price} size="detail" />
        {auction && <span className="text-meta text-ink-2">{bidWords(i18n, auction)}</span>}
      </span>
      {auction && (
        <span className="flex gap-2 whitespace-nowrap text-meta text-ink-2">
          <AuctionClock auction={auction} />
          <span aria-hidden="true">·</span>
          {i18n.t("{bids, plural, one {# bid} other {# bids}}", { bids: auction.bidCount })}
        </span>
      )}
    </span>
  );
}

function bidWords(i18n: I18n, { currentBid, status }: CardAuction): string {
  if (currentBid === null) return i18n.t("Starting Price");
  return status === "active" ? i18n.t("Current Bid") : i18n.t("Highest bid");
}
