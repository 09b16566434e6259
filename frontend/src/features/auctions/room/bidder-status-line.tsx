/** Has a fixed height, so that nothing jumps when the status changes. */

import { useLingui } from "@lingui/react";
import { CircleCheck, CircleMinus, Eye, Gavel, type LucideIcon, Store, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { useIsConnected } from "@/lib/live/live-hooks";
import { formatShort } from "@/lib/money";
import { nameOf } from "@/shared/users/names";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";
import type { Auction } from "../live";
import { type BidderStatus, bidderCount, isBoughtAtOnce } from "./bidder-status";
import type { RoomProps } from "./room-props";

type Props = Pick<RoomProps, "auction" | "user" | "bidderStatus" | "bidForm">;

const COLOURS: Partial<Record<BidderStatus, string>> = {
  leading: "bg-pandan-wash text-ink [&>svg]:text-pandan",
  won: "bg-pandan-wash text-ink [&>svg]:text-pandan",
  outbid: "bg-rosella-wash text-ink [&>svg]:text-rosella",
  unmet: "bg-ambar-wash text-ink [&>svg]:text-ambar",
};
const ICONS: Partial<Record<BidderStatus, LucideIcon>> = {
  leading: CircleCheck,
  won: CircleCheck,
  outbid: TrendingUp,
  unmet: CircleMinus,
  own: Store,
  ended: Gavel,
  lost: Gavel,
  cancelled: Gavel,
};

export function Slot({ auction, user, bidderStatus, bidForm }: Props) {
  const Icon = ICONS[bidderStatus] ?? Eye;
  const outbid = bidderStatus === "outbid";
  return (
    <div
      role={outbid ? "alert" : "status"}
      className={cn(
        "flex min-h-15 items-center gap-3 rounded-1 bg-room-2 py-1.5 pr-2 pl-3.5 text-small text-ink-2 md:min-h-13",
        COLOURS[bidderStatus],
      )}
    >
      <Icon {...icon} className="flex-none" />
      {/* The bidder's name may be cut off. The button must stay in place. */}
      <span className={cn("flex-1", outbid && "line-clamp-2")}>
        <Words auction={auction} bidderStatus={bidderStatus} own={auction.sellerId === user?.id} />
      </span>
      {outbid && <BidAgain auction={auction} bidForm={bidForm} />}
    </div>
  );
}

function BidAgain({ auction, bidForm }: Pick<Props, "auction" | "bidForm">) {
  const { i18n } = useLingui();
  const connected = useIsConnected();
  return (
    <Button
      tone="line"
      size="small"
      disabled={!connected}
      onClick={() => bidForm.current?.prepare()}
      className="max-md:hidden"
    >
      {i18n.t("Bid {amount}", { amount: formatShort(auction.minimumBid) })}
    </Button>
  );
}

function Words({ auction, bidderStatus, own }: { auction: Auction; bidderStatus: BidderStatus; own: boolean }) {
  const { i18n } = useLingui();
  const bought = isBoughtAtOnce(auction);
  const words: Record<BidderStatus, ReactNode> = {
    watching: <BidsSoFar auction={auction} />,
    first: i18n.t("No bids yet."),
    leading: (
      <>
        <b>{i18n.t("You are the highest bidder.")}</b> <OwnMaximum auction={auction} />
      </>
    ),
    outbid: (
      <>
        <b>{i18n.t("You have been outbid.")}</b> <Leader auction={auction} />
      </>
    ),
    own: (
      <>
        {i18n.t("This is your auction.")} <BidsSoFar auction={auction} />
      </>
    ),
    won: <b>{bought ? i18n.t("You bought it.") : i18n.t("You won.")}</b>,
    lost: bought
      ? i18n.t("This auction has ended. Somebody bought it for the Buy Now Price.")
      : i18n.t("This auction has ended. It went to another bidder."),
    ended: i18n.t("This auction has ended"),
    unmet: (
      <>
        <b>{i18n.t("Reserve not met")}.</b>{" "}
        {own ? i18n.t("Nobody has to buy and you do not have to sell.") : i18n.t("The seller has been notified.")}
      </>
    ),
    cancelled: i18n.t("This auction was cancelled."),
  };
  return words[bidderStatus];
}

function OwnMaximum({ auction: { ownMaximum, currentBid } }: { auction: Auction }) {
  const { i18n } = useLingui();
  if (ownMaximum === null || ownMaximum <= (currentBid ?? 0)) return null;
  return i18n.t("Your maximum is {amount}.", { amount: formatShort(ownMaximum) });
}

export function BidsSoFar({ auction, over = false }: { auction: Auction; over?: boolean }) {
  const { i18n } = useLingui();
  const bidders = bidderCount(auction);
  const bids = auction.bidCount;
  if (over && bids === 0) return i18n.t("Nobody bid.");
  if (bidders === null || bids === 0)
    return i18n.t("{bids, plural, =0 {No bids yet.} one {# bid.} other {# bids.}}", { bids });
  return i18n.t(
    "{bids, plural, one {# bid} other {# bids}} from {bidders, plural, one {# bidder} other {# bidders}}.",
    {
      bids,
      bidders,
    },
  );
}

function Leader({ auction }: { auction: Auction }) {
  const { i18n } = useLingui();
  const best = auction.bids[0];
  if (!best) return null;
  return i18n.t("{name} bid {amount}.", {
    name: nameOf(best.bidder.name, best.bidder.isDeleted),
    amount: formatShort(best.amount),
  });
}
