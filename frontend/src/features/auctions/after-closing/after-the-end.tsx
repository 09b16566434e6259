import { useQuery } from "@tanstack/react-query";
import { useEachSignIn, useFrame } from "@/lib/live/live-hooks";
import { Skeleton } from "@/ui/skeleton";
import type { RoomProps } from "../room/room-props";
import { afterwardsQuery, useAct } from "./api";
import { BuyerCard } from "./buyer-card";
import { OfferCard } from "./offer-card";
import { SellerCard } from "./seller-card";

type Props = Pick<RoomProps, "auction" | "user" | "now">;

export function Afterwards({ auction, user, now }: Props) {
  const asks = user !== null && auction.status === "ended";
  const { data, refetch, isLoading } = useQuery(afterwardsQuery(auction.id, asks));
  const act = useAct(auction.id);
  const askAgain = () => {
    if (data) void refetch();
  };
  useFrame("notice", askAgain);
  useEachSignIn(askAgain);
  if (isLoading && (auction.winnerId === user?.id || auction.sellerId === user?.id)) return <Waiting />;
  if (!data || !user || auction.status !== "ended") return null;
  if (auction.sellerId === user.id) return <SellerCard {...{ auction, after: data, act, now }} />;
  const { sale, secondChance } = data;
  return (
    <>
      {secondChance && !sale && <OfferCard offer={secondChance} act={act} now={now} />}
      {sale && <BuyerCard auction={auction} sale={sale} />}
    </>
  );
}

/** Reserves the space of the next step, so that nothing below jumps. */
function Waiting() {
  return (
    <div
      data-testid="afterwards-wait"
      className="grid min-h-51 content-start gap-4 rounded-1 border border-line px-4 py-3.5 md:min-h-46"
    >
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-5/6" />
    </div>
  );
}
