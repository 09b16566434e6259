import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import { useLostConnection } from "@/lib/live/live-hooks";
import { formatShort } from "@/lib/money";
import { minutesLeft, shortTimeLeft, timeLeft } from "@/lib/time/time";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { Price } from "@/ui/price";
import type { Auction } from "../live";
import { type BidderStatus, lowestBid } from "../room/bidder-status";
import { useMood } from "../room/price-and-clock";
import type { RoomProps } from "../room/room-props";
import { useGuestBid } from "./use-guest-bid";

const TIME = { calm: "text-ink-2", urgent: "text-rosella", extended: "text-ambar" };

interface Props {
  auction: Auction;
  user: User | null;
  bidderStatus: BidderStatus;
  now: number;
  bidForm: RoomProps["bidForm"];
}

export function BidBar({ auction, user, bidderStatus, now, bidForm }: Props) {
  const { i18n } = useLingui();
  const stale = useLostConnection();
  const mood = useMood(auction.effectiveEndsAt, now);
  const bidAsGuest = useGuestBid(auction.id);
  const formIsSeen = useIsSeen(bidForm, bidderStatus);
  if (!["watching", "first", "leading", "outbid"].includes(bidderStatus)) return null;
  const left = timeLeft(auction.effectiveEndsAt, now);
  const time = mood === "calm" ? shortTimeLeft(left) : minutesLeft(left);
  return (
    <section
      aria-label={i18n.t("Quick bid")}
      className="room fixed inset-x-0 bottom-0 z-46 grid grid-cols-[1fr_1.3fr] items-center gap-3 border-t border-room-line px-[var(--gutter)] pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] md:hidden"
    >
      <div className="grid leading-[1.2]">
        <span className={cn("text-meta", TIME[mood])}>{i18n.t("{time} left", { time })}</span>
        <Price ringgit={auction.currentBid ?? auction.startingPrice} className="text-lot" />
      </div>
      {user ? (
        // Hidden while the form's own button is visible, but keeps its space.
        <Button
          tone="bid"
          disabled={stale}
          onClick={() => bidForm.current?.prepare()}
          className={cn(formIsSeen && "invisible")}
        >
          {i18n.t("Bid {amount}", { amount: formatShort(lowestBid(auction)) })}
        </Button>
      ) : (
        <Button tone="bid" onClick={bidAsGuest}>
          {i18n.t("Place Bid")}
        </Button>
      )}
    </section>
  );
}

function useIsSeen(bidForm: RoomProps["bidForm"], bidderStatus: BidderStatus): boolean {
  const [seen, setSeen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status may draw another form
  useEffect(() => {
    const button = bidForm.current?.button();
    if (!button || typeof IntersectionObserver === "undefined") return setSeen(false);
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      rootMargin: "0px 0px -72px 0px",
    });
    observer.observe(button);
    return () => observer.disconnect();
  }, [bidForm, bidderStatus]);
  return seen;
}
