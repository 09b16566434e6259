import { useLingui } from "@lingui/react";
import { useServerNow } from "@/lib/time/now";
import { shortTimeLeft, timeLeft } from "@/lib/time/time";
import { cn } from "@/ui/class-names";

interface Props {
  auction: { status: string; endsAt: string };
  className?: string;
}

const SOON = 2 * 3600;
const LAST = 120;

export function AuctionClock({ auction, className }: Props) {
  const { i18n } = useLingui();
  const left = timeLeft(auction.endsAt, useServerNow());
  if (auction.status !== "active" || left.seconds === 0)
    return <span className={className}>{i18n.t("Auction Ended")}</span>;
  const mood = left.seconds <= LAST ? "text-rosella" : left.seconds <= SOON ? "text-ambar" : "";
  return <span className={cn(className, mood)}>{shortTimeLeft(left)}</span>;
}
