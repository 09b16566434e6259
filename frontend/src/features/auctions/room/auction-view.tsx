import { useLingui } from "@lingui/react";
import { type ReactNode, useRef, useState } from "react";
import type { ServerFrames } from "@/lib/live/frames";
import { picturesOf } from "@/lib/pictures";
import { timeLeft } from "@/lib/time/time";
import { photoWords } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import type { User } from "@/shared/session/session";
import { Count } from "@/ui/badge";
import { cn } from "@/ui/class-names";
import { Gallery } from "@/ui/gallery";
import { Link } from "@/ui/link";
import { TabPanel, Tabs } from "@/ui/tabs";
import { TooltipProvider } from "@/ui/tooltip";
import { BidBar } from "../bidding/bid-bar";
import { useBidding } from "../bidding/use-bidding";
import type { Auction } from "../live";
import { AboutBottle } from "./about-bottle";
import { BidHistory } from "./bid-history";
import { bidderStatusOf } from "./bidder-status";
import { ConnectionIndicator } from "./connection";
import { RoomPanel } from "./room-panel";
import type { BidHandle } from "./room-props";
import { SellerBox } from "./seller-box";
import { useTimeTowards } from "./server-time";
import { useSounds } from "./sound";
import { useRealNames } from "./use-real-names";

export const PAPER = "md:pr-6 md:pl-[var(--gutter)] xl:pr-12 min-[1377px]:pl-[calc((100vw-1376px)/2+48px)]";

export const SIDES =
  "grid items-start max-md:flex max-md:flex-col max-md:items-stretch md:grid-cols-[minmax(0,1fr)_minmax(0,min(480px,52%))] xl:grid-cols-[minmax(0,1fr)_600px]";

interface Props {
  auction: Auction & { product: NonNullable<Auction["product"]> };
  user: User | null;
}

export type BidFrame = ServerFrames["newBid"];

export function AuctionView({ auction, user }: Props) {
  const now = useTimeTowards(auction.effectiveEndsAt);
  const bidderStatus = bidderStatusOf(auction, user?.id, now);
  const bidding = useBidding(auction, user, bidderStatus);
  useRealNames(auction, user);
  const bidForm = useRef<BidHandle>(null);
  const { product } = auction;
  useSounds(bidderStatus, timeLeft(auction.effectiveEndsAt, now).seconds);
  return (
    <div className={SIDES}>
      <div className={cn("pb-8 max-md:contents", PAPER)}>
        <Crumbs name={product.name} />
        <Gallery pictures={picturesOf(product)} alt={photoWords(product)} thumbnails="right" className="order-1" />
        <HistoryAndDetails auction={auction} user={user} now={now} />
      </div>
      <TooltipProvider>
        <RoomPanel {...{ auction, user, bidderStatus, now, bidding, bidForm }} />
      </TooltipProvider>
      <BidBar {...{ auction, user, bidderStatus, now, bidForm }} />
    </div>
  );
}

export function Crumbs({ name }: { name: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <nav aria-label={i18n.t("Breadcrumb")} className="max-md:hidden">
      <ol className="flex gap-2 pt-4 pb-3.5 text-small text-ink-3">
        <li>
          <Link to={paths.home} className="no-underline hover:underline">
            {i18n.t("Home")}
          </Link>
        </li>
        <li className="before:mr-2 before:text-edge before:content-['/']">
          <Link to={paths.auctions} className="no-underline hover:underline">
            {i18n.t("Auctions")}
          </Link>
        </li>
        <li aria-current="page" className="text-ink before:mr-2 before:text-edge before:content-['/']">
          {name}
        </li>
      </ol>
    </nav>
  );
}

function HistoryAndDetails({ auction, user, now }: Props & { now: number }) {
  const { i18n } = useLingui();
  const [tab, setTab] = useState("history");
  const historyTab = (
    <>
      {i18n.t("Bid History")} <Count>{auction.bidCount}</Count>
    </>
  );
  return (
    <div className="order-3 mt-5 max-md:px-[var(--gutter)]">
      <Tabs
        label={i18n.t("About this auction")}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "history", label: historyTab },
          { value: "details", label: i18n.t("Product Details") },
        ]}
        aside={<ConnectionIndicator />}
      >
        <TabPanel value="history">
          <BidHistory auction={auction} user={user} now={now} />
        </TabPanel>
        <TabPanel value="details">
          <AboutBottle product={auction.product} />
        </TabPanel>
      </Tabs>
      <SellerBox auction={auction} />
    </div>
  );
}
