/** After the end, in the room: what the buyer does next, what the seller may do, and a second chance. */
import { useQuery } from "@tanstack/react-query";
import { useFrame } from "@/lib/live-hooks";
import type { RoomProps } from "../room-props";
import { afterwardsQuery, useAct } from "./api";
import { BuyerCard } from "./buyer-card";
import { OfferCard } from "./offer-card";
import { SellerCard } from "./seller-card";

type Props = Pick<RoomProps, "auction" | "user" | "now">;

export function Afterwards({ auction, user, now }: Props) {
  // Asked anew when the outcome or the winner is another: until the hammer has fallen there is nothing to ask.
  const { data, refetch } = useQuery(afterwardsQuery(auction.id, user !== null && auction.status === "ended"));
  const act = useAct(auction.id);
  // The bell rings for the other side's word: a strike, an answer, a second chance.
  useFrame("notice", () => {
    if (data) void refetch();
  });
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
