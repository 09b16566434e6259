import { useLingui } from "@lingui/react";
import { Eye, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useLostConnection } from "@/lib/live/live-hooks";
import { formatRinggit } from "@/lib/money";
import { SaveButton } from "@/shared/favourites/save-button";
import { Bottle } from "@/shared/listings/bottle";
import { levelOf, pricePerMl } from "@/shared/listings/level";
import { paths } from "@/shared/navigation/paths";
import { Badge, Dot } from "@/ui/badge";
import { Link } from "@/ui/link";
import { DetailList } from "@/ui/table";
import { Afterwards } from "../after-closing/after-the-end";
import { BidArea } from "../bidding/bid-area";
import { BuyNow } from "../bidding/buy-now";
import type { Auction } from "../live";
import { isOver, priceOf } from "./bidder-status";
import { Slot } from "./bidder-status-line";
import { PriceAndClock } from "./price-and-clock";
import { PriceLadder } from "./price-ladder";
import type { RoomProps } from "./room-props";
import { SoundSwitch } from "./sound-switch";
import { useWatchers } from "./use-watchers";

export const ROOM = "room order-2 self-stretch max-md:w-full md:min-h-[calc(100dvh-72px)]";
export const INSIDE =
  "sticky top-18 grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-4.5 px-7 pt-5 pb-9 max-md:static max-md:max-w-none max-md:gap-3.5 max-md:px-[var(--gutter)] max-md:pt-3 max-md:pb-7 xl:px-11 xl:pt-6 xl:pb-10";

export function RoomPanel(props: RoomProps) {
  const { i18n } = useLingui();
  const { auction, now } = props;
  const stale = useLostConnection();
  return (
    <aside aria-label={i18n.t("Auction")} className={ROOM}>
      <div className={INSIDE}>
        <AuctionHead auction={auction} over={isOver(auction, now)} live={!stale} />
        <Name auction={auction} />
        <Slot {...props} />
        <PriceAndClock auction={auction} now={now} stale={stale} />
        <Afterwards {...{ auction, user: props.user, now }} />
        <BidArea {...props} />
        <BuyNow auction={auction} now={now} />
        <PriceLadder auction={auction} />
        <Terms auction={auction} own={auction.sellerId === props.user?.id} />
        {!isOver(auction, now) && (
          <>
            <SoundSwitch />
            <SmallPrint />
          </>
        )}
      </div>
    </aside>
  );
}

interface AuctionHeadProps {
  auction: RoomProps["auction"];
  over: boolean;
  live: boolean;
}

function AuctionHead({ auction: { id: auctionId, product }, over, live }: AuctionHeadProps) {
  const { i18n } = useLingui();
  const watchers = useWatchers(auctionId);
  return (
    <div className="flex min-h-11 items-center gap-2">
      <Badge>
        {!over && live && <Dot beating className="text-pandan" />}
        {over ? i18n.t("Auction Ended") : i18n.t("Auction")}
      </Badge>
      <span className="text-meta text-ink-2">{i18n.t("Lot {auctionId}", { auctionId })}</span>
      {live && !over && watchers > 1 && (
        <span
          data-testid="watchers"
          className="inline-flex whitespace-nowrap items-center gap-1.5 text-meta text-ink-2"
        >
          <Eye aria-hidden="true" className="size-4" />
          {i18n.t("{watchers} watching", { watchers: i18n.number(watchers) })}
        </span>
      )}
      {!live && (
        <span data-testid="stale" className="inline-flex items-center gap-1.5 text-meta text-rosella">
          <WifiOff aria-hidden="true" className="size-4" />
          {i18n.t("Disconnected")}
        </span>
      )}
      <span className="-mr-3 ml-auto">
        <SaveButton
          inline
          product={product}
          promise={i18n.t("We will keep this auction for you and tell you before it ends.")}
        />
      </span>
    </div>
  );
}

function Name({ auction }: { auction: RoomProps["auction"] }) {
  const { i18n } = useLingui();
  const { brand, name, remainingPercentage, volume } = auction.product;
  const level = levelOf(remainingPercentage, volume);
  const perMl = pricePerMl(priceOf(auction), remainingPercentage, volume);
  return (
    <div className="grid gap-1">
      <span className="text-ink-2">{brand}</span>
      <h1 className="text-title break-words">{name}</h1>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-meta text-ink-2">
        <Bottle percent={remainingPercentage} volume={volume} height={26} />
        {level.left !== null && <span>{i18n.t("about {left} of {volume} ml left", { left: level.left, volume })}</span>}
        {perMl !== null && <span>{i18n.t("{price} per ml left", { price: formatRinggit(perMl) })}</span>}
      </div>
    </div>
  );
}

function Terms({ auction, own }: { auction: Auction; own: boolean }) {
  const { i18n } = useLingui();
  const facts: [string, ReactNode][] = [
    [i18n.t("Starting Price"), formatRinggit(auction.startingPrice)],
    [i18n.t("Bid Increment"), formatRinggit(auction.bidIncrement)],
    [i18n.t("Total Bids"), auction.bidCount],
  ];
  if (own && auction.reservePrice !== null) {
    const met = auction.reserveMet ? i18n.t("met") : i18n.t("not met");
    facts.push([i18n.t("Your reserve"), `${formatRinggit(auction.reservePrice)}, ${met}`]);
  }
  if (auction.relistedFrom !== null) {
    facts.push([i18n.t("Listed again after"), <Before key="before" auctionId={auction.relistedFrom} />]);
  }
  return <DetailList facts={facts} />;
}

function Before({ auctionId }: { auctionId: number }) {
  const { i18n } = useLingui();
  return (
    <Link to={paths.auction(auctionId)} className="link">
      {i18n.t("Lot {auctionId}", { auctionId })}
    </Link>
  );
}

function SmallPrint() {
  const { i18n } = useLingui();
  return (
    <p className="text-meta leading-[1.45] text-ink-2">
      {i18n.t(
        "A bid is binding. Only staff can take one back, on request: for a typing error, or when the description changed.",
      )}
    </p>
  );
}
