import { liveConnection } from "@/lib/live/socket";
import { applyToCard, type CardAuction, type CardFrame } from "./card-frames";
import { CardRoom, type Place, type RefetchNeed, refetchCard } from "./refetch-card";

const NAMES = ["newBid", "auctionExtended", "auctionEnded"] as const;

export function followRoom(from: CardAuction, show: (auction: CardAuction) => void): () => void {
  const { id } = from;
  const room = new CardRoom(id);
  const connection = liveConnection();
  let shown = from;
  let gone = false;
  const setAuction = (auction: CardAuction) => {
    shown = auction;
    show(auction);
  };
  let isAsking = false;
  const refetch = async (need: RefetchNeed) => {
    if (need === "none" || isAsking) return;
    isAsking = true;
    const auction = await refetchCard(from, room, need, () => gone);
    isAsking = false;
    if (auction && !gone) setAuction(auction);
  };
  const handleFrame = (place: Place, frame?: CardFrame) => {
    void refetch(room.handleFrame(place, frame?.type ?? "resync", shown));
    if (frame) setAuction(applyToCard(shown, frame));
  };
  if (room.differs(from)) void refetch("now");
  const stops = [
    ...NAMES.map((name) =>
      connection.on(name, (frame) => {
        if (frame.auctionId === id) handleFrame(placeOf(frame), { type: name, ...frame } as CardFrame);
      }),
    ),
    connection.on("resync", (frame) => {
      if (frame.auctionId === id) handleFrame(frame);
    }),
    connection.join(id),
  ];
  return () => {
    gone = true;
    room.leave();
    for (const stop of stops) stop();
  };
}

function placeOf(frame: Place & { auction?: { bidCount: number } }): Place {
  return { seq: frame.seq, epoch: frame.epoch, bidCount: frame.auction?.bidCount };
}
