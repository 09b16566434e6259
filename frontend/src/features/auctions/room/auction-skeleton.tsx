import { useLingui } from "@lingui/react";
import { keptDrawing } from "@/lib/page/drawing";
import { WrittenGlass } from "@/shared/listings/bottle";
import { Badge } from "@/ui/badge";
import { cn } from "@/ui/class-names";
import { FirstWord, markOf, Where } from "@/ui/first-word";
import { GallerySkeleton } from "@/ui/gallery";
import { WrittenPrice } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { Crumbs, PAPER, SIDES } from "./auction-view";
import { INSIDE, ROOM } from "./room-panel";

export function AuctionSkeleton() {
  const { i18n } = useLingui();
  const drawn = keptDrawing();
  if (drawn) return <div className="contents" ref={(place) => place?.replaceChildren(drawn)} />;
  return (
    <div role="status" data-waits="" className={SIDES}>
      <span className="sr-only">{i18n.t("Loading the auction")}</span>
      <div className={cn("max-md:contents", PAPER)}>
        <Crumbs name={<FirstWord mark="name" className="inline-block w-28" />} />
        <GallerySkeleton thumbnails="right" />
      </div>
      <div className={ROOM}>
        <div className={INSIDE}>
          <div className="flex min-h-11 items-center gap-2">
            <Badge>
              {!import.meta.env.SSR && i18n.t("Auction")}
              <Where is="running">{i18n.t("Auction")}</Where>
              <Where is="over">{i18n.t("Auction Ended")}</Where>
            </Badge>
            <span className="text-meta text-ink-2">
              <Where is="lot">{i18n.t("Lot {auctionId}", { auctionId: markOf("lot") })}</Where>
            </span>
          </div>
          <Name />
          <div className="flex min-h-15 items-center rounded-1 bg-room-2 px-3.5 md:min-h-13">
            <Skeleton className="w-2/5" />
          </div>
          <Figures />
          <Skeleton className="h-13" />
        </div>
      </div>
    </div>
  );
}

function Name() {
  const { i18n } = useLingui();
  const left = i18n.t("about {left} of {volume} ml left", { left: markOf("left"), volume: markOf("volume") });
  return (
    <div className="grid gap-1">
      <span className="flex min-h-[1.5em] items-center text-ink-2">
        <FirstWord mark="brand" className="w-28" />
      </span>
      <h1 className="text-title break-words">
        <FirstWord mark="name" className="h-10 w-3/4" />
      </h1>
      <div className="flex min-h-6.5 flex-wrap items-center gap-x-3.5 gap-y-1 text-meta text-ink-2">
        <Where is="name">
          <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-meta font-medium text-ink">
            <WrittenGlass top={markOf("glassTop")} depth={markOf("glassDepth")} juice={markOf("juice")} height={26} />
            <span>{markOf("percent")}%</span>
          </span>
          <span>{left}</span>
        </Where>
        <Where is="perMl">
          <span>{i18n.t("{price} per ml left", { price: markOf("perMl") })}</span>
        </Where>
      </div>
    </div>
  );
}

function Figures() {
  const { i18n } = useLingui();
  const rule = i18n.t("Ends {end} ({zone}).", { end: markOf("end"), zone: i18n.t("Malaysia time") });
  return (
    <>
      <div className="grid grid-cols-[1fr_auto] items-start gap-2 border-t border-room-ink pt-3.5 md:gap-4">
        <div>
          <div className="min-h-[21px] text-small text-ink-2">
            <Where is="bid">{i18n.t("Current Bid")}</Where>
            <Where is="highest">{i18n.t("Highest bid")}</Where>
            <Where is="sold">{i18n.t("Sold for")}</Where>
            <Where is="start">{i18n.t("Starting Price")}</Where>
          </div>
          <div className="flex min-h-13 items-end md:min-h-16">
            {import.meta.env.SSR ? (
              <WrittenPrice whole={markOf("whole")} sen={markOf("sen")} size="bid" />
            ) : (
              <Skeleton className="h-10 w-40" />
            )}
          </div>
          <div className="mt-2 min-h-6" />
        </div>
        <div className="text-right">
          <div className="min-h-[21px] text-small text-ink-2">
            <Where is="running">{i18n.t("Ends")}</Where>
            <Where is="over">{i18n.t("Auction Ended")}</Where>
          </div>
          <b className="block text-clock leading-[1.18] font-medium narrow-90">
            <FirstWord mark="clock" className="h-9 w-36" />
          </b>
          <span className="block text-meta text-ink-2">{markOf("date")}</span>
        </div>
      </div>
      <div className="-mt-1 h-1 bg-room-line" />
      <Where is="running">
        <p className="-mt-2 min-h-15 text-meta text-ink-2 max-[359px]:min-h-20 md:min-h-10">{rule}</p>
      </Where>
      <Where is="over">
        <p className="-mt-2 min-h-5 text-meta" />
      </Where>
    </>
  );
}
