/** Follows the room of one card's auction: applies its frames, and fetches what they do not hold. */
import { live } from "@/lib/live/socket";
import { askAgain, type Place, Room } from "./ask-again";
import { applyToCard, type CardAuction, type CardFrame } from "./card-frames";

const NAMES = ["newBid", "auctionExtended", "auctionEnded"] as const;

/** From what the card shows now on; returns how to stop. */
export function followRoom(from: CardAuction, show: (auction: CardAuction) => void): () => void {
  const { id } = from;
  const room = new Room(id);
  const connection = live();
  let shown = from;
  let gone = false;
  const put = (auction: CardAuction) => {
    shown = auction;
    show(auction);
  };
  const ask = () => void askAgain(from, room).then((auction) => auction && !gone && put(auction));
  const hear = (place: Place, frame?: CardFrame) => {
    if (room.hear(place, frame?.type ?? "resync", shown)) ask();
    if (frame) put(applyToCard(shown, frame));
  };
  if (room.differs(from)) ask();
  const stops = [
    ...NAMES.map((name) =>
      connection.on(name, (frame) => {
        if (frame.auctionId === id) hear(placeOf(frame), { type: name, ...frame } as CardFrame);
      }),
    ),
    connection.on("resync", (frame) => {
      if (frame.auctionId === id) hear(frame);
    }),
    connection.join(id),
  ];
  return () => {
    gone = true;
    for (const stop of stops) stop();
  };
}

/** Where the room stands after a frame: a bid brings the number of bids among its figures. */
function placeOf(frame: Place & { auction?: { bidCount: number } }): Place {
  return { seq: frame.seq, epoch: frame.epoch, bidCount: frame.auction?.bidCount };
}
