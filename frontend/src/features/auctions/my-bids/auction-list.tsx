import { useLingui } from "@lingui/react";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useEachSignIn, useFrame } from "@/lib/live/live-hooks";
import { liveConnection } from "@/lib/live/socket";
import { useServerNow } from "@/lib/time/now";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { ENDED, MINE, type Mine, mineQuery, type Role, type When } from "./api";
import { LINE, MineLine } from "./auction-line";

const MAX_ROOMS = 20;
const SETTLE_MS = 300;

interface Props {
  role: Role;
  when: When;
}

export function MineList({ role, when }: Props) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const query = useInfiniteQuery(mineQuery(role, when));
  const lines = query.data?.pages.flatMap((page) => page.auctions) ?? [];
  useNews(lines);
  if (query.isPending) return <Waiting />;
  if (query.error && lines.length === 0) {
    return (
      <ErrorState
        title={i18n.t("Your auctions did not load")}
        text={messageFor(query.error).text}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (lines.length === 0) return <Nothing role={role} when={when} />;
  return (
    <>
      <ul>
        {lines.map((mine) => (
          <MineLine key={mine.auction.id} mine={mine} role={role} now={now} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button tone="line" className="mt-6" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {i18n.t("Show more")}
        </Button>
      )}
    </>
  );
}

function useNews(lines: Mine[]): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = lines.filter(({ auction }) => auction.status === "active").slice(0, MAX_ROOMS);
  const rooms = running.map(({ auction }) => auction.id).join(" ");
  const auctionById = new Map(running.map(({ auction }) => [auction.id, auction]));
  const askSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: [MINE] });
    }, SETTLE_MS);
  };
  const handleFrame = (frame: { auctionId: number; seq: number; epoch: number }) => {
    const auction = auctionById.get(frame.auctionId);
    if (auction && (frame.epoch !== auction.epoch || frame.seq > auction.seq)) askSoon();
  };
  useFrame("notice", askSoon);
  useEachSignIn(() => {
    askSoon();
    void client.invalidateQueries({ queryKey: [ENDED] });
  });
  useFrame("newBid", handleFrame);
  useFrame("auctionExtended", handleFrame);
  useFrame("auctionEnded", (frame) => {
    handleFrame(frame);
    if (auctionById.has(frame.auctionId)) void client.invalidateQueries({ queryKey: [ENDED] });
  });
  useFrame("resync", handleFrame);
  useEffect(() => {
    const leave = rooms ? rooms.split(" ").map((id) => liveConnection().join(Number(id))) : [];
    return () => {
      for (const stop of leave) stop();
    };
  }, [rooms]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status">
      <span className="sr-only">{i18n.t("Loading")}</span>
      {[1, 2, 3].map((line) => (
        <div key={line} className={LINE}>
          <Skeleton className="row-span-3 h-[70px] w-14 md:row-span-1 md:h-20 md:w-16" />
          <div className="grid h-[76px] content-center gap-2.5 max-md:col-span-2">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="w-1/3" />
          </div>
          <Skeleton className="w-3/4 max-md:col-[2/-1] max-md:my-[2.5px]" />
          <Skeleton className="w-1/2 max-md:col-[2/-1] max-md:my-[2.5px] md:ml-auto" />
        </div>
      ))}
    </div>
  );
}

function Nothing({ role, when }: Props) {
  const { i18n } = useLingui();
  const words = {
    bidding: {
      running: [i18n.t("No running bids"), i18n.t("What you bid on appears here, with where you stand.")],
      over: [i18n.t("Nothing has ended yet"), i18n.t("What you won or lost appears here.")],
    },
    selling: {
      running: [i18n.t("No auction is running"), i18n.t("What you auction appears here while it runs.")],
      over: [i18n.t("Nothing has ended yet"), i18n.t("How your auctions went appears here.")],
    },
  }[role][when];
  const to = role === "bidding" ? paths.auctions : paths.listAs("auction");
  const way = (
    <Button asChild>
      <Link to={to}>{role === "bidding" ? i18n.t("See auctions") : i18n.t("Start an auction")}</Link>
    </Button>
  );
  return (
    <EmptyState drawing="paddle" title={words[0] ?? ""} action={way}>
      {words[1]}
    </EmptyState>
  );
}
