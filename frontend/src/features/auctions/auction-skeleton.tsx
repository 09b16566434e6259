/** The shape of an auction while it is on its way. */
import { useLingui } from "@lingui/react";
import { cn } from "@/ui/class-names";
import { Skeleton } from "@/ui/skeleton";
import { PAPER } from "./auction-view";
import { AROUND, FRAME } from "./gallery";

export function AuctionSkeleton() {
  const { i18n } = useLingui();
  return (
    <div
      role="status"
      className="grid items-start max-md:flex max-md:flex-col max-md:items-stretch md:grid-cols-[minmax(0,1fr)_minmax(0,min(480px,52%))] xl:grid-cols-[minmax(0,1fr)_600px]"
    >
      <span className="sr-only">{i18n.t("Loading the auction")}</span>
      <div className={cn("md:pt-12.5", PAPER)}>
        <div className={AROUND}>
          <Skeleton className={cn("h-auto max-md:rounded-none", FRAME)} />
        </div>
      </div>
      <div className="room grid min-h-[calc(100dvh-72px)] content-start gap-5 px-7 pt-6 max-md:px-[var(--gutter)] xl:px-11">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-13" />
        <div className="flex justify-between border-t border-room-ink pt-4">
          <Skeleton className="h-16 w-40" />
          <Skeleton className="h-12 w-36" />
        </div>
        <Skeleton className="h-11" />
        <Skeleton className="h-13" />
      </div>
    </div>
  );
}
