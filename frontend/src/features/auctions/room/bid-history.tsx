import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { formatBidTime } from "@/lib/time/time";
import type { User } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { nameOf } from "@/shared/users/names";
import { Badge } from "@/ui/badge";
import { cn } from "@/ui/class-names";
import { EmptyState } from "@/ui/empty-state";
import { Price } from "@/ui/price";
import type { Auction, Bid } from "../live";
import { VoidBids } from "../void-bids/void-bids";
import { isOver } from "./bidder-status";

interface Props {
  auction: Auction;
  user: User | null;
  now: number;
}

export function BidHistory({ auction, user, now }: Props) {
  const { i18n } = useLingui();
  const mayVoidBids = hasDuty(user, "conduct") && !isOver(auction, now);
  if (auction.bids.length === 0) {
    return <EmptyState drawing="paddle" heading="p" title={i18n.t("No bids have been placed yet.")} />;
  }
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={i18n.t("Bid History")} tabIndex={0} className="max-h-90 overflow-auto [scrollbar-width:thin]">
      <ol>
        {auction.bids.map((bid, place) => (
          <Row key={bid.id} bid={bid} own={bid.bidderId === user?.id} now={now}>
            {mayVoidBids && isFirstOf(auction.bids, place) && <VoidBids bid={bid} />}
          </Row>
        ))}
      </ol>
    </section>
  );
}

function isFirstOf(bids: Bid[], place: number): boolean {
  return bids.findIndex(({ bidderId }) => bidderId === bids[place]?.bidderId) === place;
}

function Row({ bid, own, now, children }: { bid: Bid; own: boolean; now: number; children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <li
      data-testid="bid-history-row"
      className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto_96px] items-center gap-2 border-b border-line py-1 md:grid-cols-[minmax(0,1fr)_auto_120px] md:gap-4"
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 md:gap-x-4">
        <span className={cn("min-w-16 break-words md:min-w-24", bid.isWinning && "font-semibold")}>
          {own ? <Badge tone="line">{i18n.t("You")}</Badge> : nameOf(bid.bidder.name, bid.bidder.isDeleted)}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 md:gap-x-4">
          {bid.isWinning && <Badge tone="good">{i18n.t("Highest")}</Badge>}
          {bid.isAuto && <span className="text-meta text-ink-3">{i18n.t("automatic")}</span>}
          {children}
        </span>
      </span>
      <time dateTime={bid.placedAt} className="text-meta text-ink-3">
        {formatBidTime(bid.placedAt, now)}
      </time>
      <Price ringgit={bid.amount} size="row" sen className="text-right" />
    </li>
  );
}
