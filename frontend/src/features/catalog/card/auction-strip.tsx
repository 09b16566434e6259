/** The green strip of an auction: the clock on the left, the bids on the right. */
import { useLingui } from "@lingui/react";
import { Clock } from "lucide-react";
import { useServerNow } from "@/lib/time/now";
import { shortTimeLeft, timeLeft } from "@/lib/time/time";
import { cn } from "@/ui/class-names";
import { smallIcon } from "@/ui/icon";
import type { ProductAuction } from "../types";

export function AuctionStrip({ auction }: { auction: ProductAuction }) {
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

const SOON = 2 * 3600;
const LAST = 120;

/** "2d 06h", ambar in the last two hours, rosella in the last two minutes. */
export function AuctionClock({ auction, className }: { auction: ProductAuction; className?: string }) {
  const { i18n } = useLingui();
  const left = timeLeft(auction.endsAt, useServerNow());
  if (auction.status !== "active" || left.seconds === 0)
    return <span className={className}>{i18n.t("Auction Ended")}</span>;
  const mood = left.seconds <= LAST ? "text-rosella" : left.seconds <= SOON ? "text-ambar" : "";
  return <span className={cn(className, mood)}>{shortTimeLeft(left)}</span>;
}
