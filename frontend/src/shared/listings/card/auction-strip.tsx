import { useLingui } from "@lingui/react";
import { Clock } from "lucide-react";
import { AuctionClock } from "@/shared/auctions/auction-clock";
import type { CardAuction } from "@/shared/auctions/card-frames";
import { smallIcon } from "@/ui/icon";

export function AuctionStrip({ auction }: { auction: CardAuction }) {
  const { i18n } = useLingui();
  return (
    <span className="room absolute inset-x-0 bottom-0 flex h-9 items-center justify-between gap-2 whitespace-nowrap px-3 text-meta font-medium max-md:h-8 max-md:px-2">
      <span className="inline-flex items-center gap-2">
        <Clock {...smallIcon} className="flex-none max-md:hidden" />
        <AuctionClock auction={auction} />
      </span>
      <span>{i18n.t("{bids, plural, one {# bid} other {# bids}}", { bids: auction.bidCount })}</span>
    </span>
  );
}
