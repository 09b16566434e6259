/** Follows the auction of one card while it is in view; the connection is fetched with the first card that needs it. */
import { type RefObject, useEffect, useState } from "react";
import type { LiveConnection } from "@/lib/live/socket";
import { askAgain, type Place, Room } from "./ask-again";
import { applyToCard, type CardAuction, type CardFrame } from "./card-frames";

const NAMES = ["newBid", "auctionExtended", "auctionEnded"] as const;
type Heard = (frame: CardFrame | null, place: Place) => void;

export function useLiveAuction<P extends { auction: CardAuction | null }>(
  product: P,
  card: RefObject<Element | null>,
): P {
  const fetched = product.auction;
  const [update, setUpdate] = useState<{ base: CardAuction; auction: CardAuction } | null>(null);
  const id = fetched?.status === "active" ? fetched.id : null;
  useEffect(() => {
    if (id === null || !fetched) return;
    const room = new Room(id);
    let gone = false;
    let shown = fetched;
    const show = (auction: CardAuction) => {
      shown = auction;
      setUpdate({ base: fetched, auction });
    };
    const ask = () => void askAgain(fetched, room).then((auction) => auction && !gone && show(auction));
    const heard: Heard = (frame, place) => {
      if (room.hear(place, frame?.type ?? "resync", shown)) ask();
      if (frame) show(applyToCard(shown, frame));
    };
    const leave = whileInView(card.current, () => {
      if (room.differs(shown)) ask();
      return follow(id, heard);
    });
    return () => {
      gone = true;
      leave();
    };
  }, [id, fetched, card]);
  return update && update.base === fetched ? { ...product, auction: update.auction } : product;
}

function follow(id: number, heard: Heard): () => void {
  let leave: (() => void)[] = [];
  let gone = false;
  void import("@/lib/live/socket").then(({ live }) => {
    if (!gone) leave = listen(live(), id, heard);
  });
  return () => {
    gone = true;
    for (const stop of leave) stop();
  };
}

function listen(connection: LiveConnection, id: number, heard: Heard): (() => void)[] {
  const heardAs = NAMES.map((name) =>
    connection.on(name, (frame) => {
      if (frame.auctionId === id) heard({ type: name, ...frame } as CardFrame, placeOf(frame));
    }),
  );
  const resync = connection.on("resync", (frame) => {
    if (frame.auctionId === id) heard(null, frame);
  });
  return [...heardAs, resync, connection.join(id)];
}

/** Where the room stands after a frame: a bid brings the number of bids among its figures. */
function placeOf(frame: Place & { auction?: { bidCount: number } }): Place {
  return { seq: frame.seq, epoch: frame.epoch, bidCount: frame.auction?.bidCount };
}

/** Starts when the element comes into view and stops when it leaves. */
function whileInView(element: Element | null, start: () => () => void): () => void {
  if (!element || typeof IntersectionObserver === "undefined") return start();
  let stop: (() => void) | undefined;
  const observer = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting) stop ??= start();
    else {
      stop?.();
      stop = undefined;
    }
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    stop?.();
  };
}
