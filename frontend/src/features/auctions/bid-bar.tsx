/** The phone's bar of the auction: time, price, and the way to the bid. */
import { useLingui } from "@lingui/react";
import { useLostConnection } from "@/lib/live-hooks";
import { formatShort } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import type { User } from "@/lib/session";
import { minutesLeft, shortTimeLeft, timeLeft } from "@/lib/time";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { Price } from "@/ui/price";
import type { Auction } from "./live";
import { useMood } from "./price-and-clock";
import { lowestBid, type Standing } from "./standing";

const TIME = { calm: "text-ink-2", urgent: "text-rosella", extended: "text-ambar" };

interface Props {
  auction: Auction;
  user: User | null;
  standing: Standing;
  now: number;
  onBid: () => void;
}

export function BidBar({ auction, user, standing, now, onBid }: Props) {
  const { i18n } = useLingui();
  const stale = useLostConnection();
  const mood = useMood(auction.effectiveEndsAt, now);
  if (!["watching", "first", "leading", "outbid"].includes(standing)) return null;
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
        <Button tone="bid" disabled={stale} onClick={onBid}>
          {i18n.t("Bid {amount}", { amount: formatShort(lowestBid(auction)) })}
        </Button>
      ) : (
        <Button asChild tone="bid">
          <Link to={`/login?redirect=${paths.auction(auction.id)}`}>{i18n.t("Sign In")}</Link>
        </Button>
      )}
    </section>
  );
}
