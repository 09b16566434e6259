import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import { formatDate, formatDateTime, formatSecond, timeLeft, timeZoneName } from "@/lib/time/time";
import { Dot } from "@/ui/badge";
import { cn } from "@/ui/class-names";
import { Clock, type ClockMood, EvaporationLine } from "@/ui/clock";
import { Price } from "@/ui/price";
import type { Auction } from "../live";
import { isBoughtAtOnce, isOver, LAST_MINUTES, priceOf, shareLeft } from "./bidder-status";
import { BidsSoFar } from "./bidder-status-line";
import { ClockAnnouncer } from "./clock-announcer";
import { ReserveLine } from "./reserve-line";

interface Props {
  auction: Auction;
  now: number;
  stale: boolean;
}

export function PriceAndClock({ auction, now, stale }: Props) {
  const over = isOver(auction, now);
  const mood = useMood(auction.effectiveEndsAt, now);
  return (
    <>
      <div
        className={cn(
          "grid grid-cols-[1fr_auto] items-start gap-2 border-t border-room-ink pt-3.5 md:gap-4",
          stale && "opacity-72",
        )}
      >
        <PriceBox auction={auction} over={over} />
        <TimeBox auction={auction} now={now} over={over} mood={mood} />
      </div>
      <div className="-mt-1">
        <EvaporationLine share={over ? 0 : shareLeft(auction, now)} mood={mood} />
      </div>
      <Rule auction={auction} over={over} mood={mood} />
      <ClockAnnouncer left={timeLeft(auction.effectiveEndsAt, now).seconds} endsAt={auction.effectiveEndsAt} />
    </>
  );
}

function isSoldByNow({ bidCount, reserveMet }: Auction): boolean {
  return bidCount > 0 && reserveMet !== false;
}

function PriceBox({ auction, over }: { auction: Auction; over: boolean }) {
  const { i18n } = useLingui();
  const price = priceOf(auction);
  const sold = auction.finalPrice !== null || (over && auction.status === "active" && isSoldByNow(auction));
  const bid = over ? i18n.t("Highest bid") : i18n.t("Current Bid");
  const unsold = over && auction.currentBid === null ? i18n.t("Starting Price") : bid;
  return (
    <div>
      <div className="min-h-[21px] text-small text-ink-2">{sold ? i18n.t("Sold for") : unsold}</div>
      <div aria-live="off" data-testid="current-bid" className="flex min-h-13 items-end md:min-h-16">
        <span key={price} className="animate-enter">
          <Price ringgit={price} size="bid" />
        </span>
      </div>
      <ReserveLine met={over && auction.bidCount === 0 ? null : auction.reserveMet} />
    </div>
  );
}

function TimeBox({ auction, now, over, mood }: Omit<Props, "stale"> & { over: boolean; mood: ClockMood }) {
  const { i18n } = useLingui();
  return (
    <div className="text-right">
      <div
        className={cn(
          "min-h-[21px] text-small text-ink-2",
          mood === "urgent" && "text-rosella",
          mood === "extended" && "text-ambar",
        )}
      >
        {over ? (
          <span data-testid="countdown">
            {auction.status === "cancelled" ? i18n.t("Cancelled") : i18n.t("Auction Ended")}
          </span>
        ) : (
          <TimeLabel mood={mood} auction={auction} />
        )}
      </div>
      {!over && <Clock left={timeLeft(auction.effectiveEndsAt, now)} mood={mood} />}
      {over && auction.status !== "cancelled" && !isBoughtAtOnce(auction) && <EndedAt end={auction.effectiveEndsAt} />}
    </div>
  );
}

function EndedAt({ end }: { end: string }) {
  return (
    <>
      <b className="block text-clock leading-[1.18] font-medium narrow-90">{formatSecond(end)}</b>
      <span className="block text-meta text-ink-2">{formatDate(end)}</span>
    </>
  );
}

function TimeLabel({ mood, auction }: { mood: ClockMood; auction: Auction }) {
  const { i18n } = useLingui();
  if (mood === "extended") return i18n.t("Extended by {time}", { time: formatMinutes(auction.extension.seconds) });
  if (mood === "calm") return i18n.t("Ends in");
  return (
    <span className="inline-flex items-center gap-1.5">
      <Dot beating />
      {i18n.t("Last two minutes")}
    </span>
  );
}

function Rule({ auction, over, mood }: { auction: Auction; over: boolean; mood: ClockMood }) {
  const { i18n } = useLingui();
  const { windowSeconds, seconds, capSeconds } = auction.extension;
  const values = {
    end: formatDateTime(auction.effectiveEndsAt),
    zone: timeZoneName(),
    window: lengthOf(i18n, windowSeconds),
    time: lengthOf(i18n, seconds),
    most: lengthOf(i18n, capSeconds),
  };
  const text =
    auction.status === "cancelled"
      ? i18n.t("It would have ended {end} ({zone}).", values)
      : mood === "calm"
        ? i18n.t(
            "Ends {end} ({zone}). A bid in the last {window} moves the end to {time} after it, by {most} at most.",
            values,
          )
        : i18n.t("A bid now moves the end to {time} from that bid, by {most} at most.", values);
  const ended = over && auction.status !== "cancelled";
  // As high as its longest sentence, so that nothing below moves in the last two minutes.
  return (
    <p className={cn("-mt-2 text-meta text-ink-2", over ? "min-h-5" : "min-h-15 max-[359px]:min-h-20 md:min-h-10")}>
      {ended && isBoughtAtOnce(auction) && `${i18n.t("It was bought for the Buy Now Price.")} `}
      {ended ? <BidsSoFar auction={auction} over /> : text}
    </p>
  );
}

function lengthOf(i18n: ReturnType<typeof useLingui>["i18n"], seconds: number): string {
  if (seconds % 60 !== 0) return i18n.t("{seconds, plural, one {# second} other {# seconds}}", { seconds });
  return i18n.t("{count, plural, one {# minute} other {# minutes}}", { count: seconds / 60 });
}

function formatMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const SHOW_EXTENDED_MS = 4000;

export function useMood(endsAt: string, now: number): ClockMood {
  const [knownEnd, setKnownEnd] = useState(endsAt);
  const [extendedAt, setExtendedAt] = useState(0);
  useEffect(() => {
    if (endsAt === knownEnd) return;
    if (Date.parse(endsAt) > Date.parse(knownEnd)) setExtendedAt(now);
    setKnownEnd(endsAt);
  }, [endsAt, knownEnd, now]);
  if (extendedAt && now - extendedAt < SHOW_EXTENDED_MS) return "extended";
  const { seconds } = timeLeft(endsAt, now);
  return seconds > 0 && seconds <= LAST_MINUTES ? "urgent" : "calm";
}
