/** What a card fetches again when a frame is more than a bid: bids were taken back, or the terms changed. */
import { ask } from "@/lib/calls/ask";
import type { CardAuction, CardFrame } from "./card-frames";

interface Position {
  seq: number;
  epoch: number;
}

type LatestAuction = Position & Pick<CardAuction, (typeof KEPT)[number]>;

const KEPT = ["status", "currentBid", "bidCount", "bidIncrement", "buyNowPrice", "startingPrice", "endsAt"] as const;
const TRIES = 4;
const WAIT_MS = 400;

/** Where a room stands, with the number of its bids where that was said. */
export interface Place extends Position {
  bidCount?: number | null;
}

/** The last that was heard of each room: of two cards in one room only the first is answered when it joins. */
const places = new Map<number, Place>();

/** Where the room of one card stands, as far as it heard. */
export class Room {
  private at: Place | undefined;

  constructor(private readonly auctionId: number) {
    this.at = places.get(auctionId);
  }

  /** True where a card that begins to listen has other bids than were heard of last: its list is older, or newer. */
  differs(auction: CardAuction): boolean {
    return !isSame(places.get(this.auctionId)?.bidCount, auction);
  }

  /** True where the frame alone does not hold the new state: a bid brings all figures, any other frame only its own. */
  hear(place: Place, name: CardFrame["type"] | "resync", shown: CardAuction): boolean {
    const before = this.at;
    // A list may have been fetched long before its card came into view, or by a copy that had not heard the bid.
    const isOther = name === "resync" && !isSame(place.bidCount, shown);
    if (before?.epoch === place.epoch && place.seq <= before.seq) return isOther;
    const bidCount = place.bidCount ?? (name === "resync" ? undefined : before?.bidCount);
    this.at = { seq: place.seq, epoch: place.epoch, bidCount };
    places.set(this.auctionId, this.at);
    if (before && before.epoch !== place.epoch) return true;
    // The answer to joining is only where a room begins.
    if (name === "resync") return isOther || before !== undefined;
    return name !== "newBid" && place.seq > (before?.seq ?? 0) + 1;
  }

  reaches(place: Position): boolean {
    return !this.at || (this.at.epoch === place.epoch ? place.seq >= this.at.seq : place.epoch > this.at.epoch);
  }
}

/** A build of before does not say how many bids there are. */
const isSame = (bidCount: number | null | undefined, auction: CardAuction): boolean =>
  bidCount === undefined || bidCount === null || bidCount === auction.bidCount;

/** The auction as its own service has it: the catalogue's copy of the same change may still be on its way. */
export async function askAgain(auction: CardAuction, room: Room): Promise<CardAuction | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const latest = await ask<LatestAuction>("GET", `/api/auctions/${auction.id}`).catch(() => null);
    if (latest && room.reaches(latest)) {
      return { ...auction, ...Object.fromEntries(KEPT.map((name) => [name, latest[name]])) };
    }
    await new Promise((done) => setTimeout(done, WAIT_MS * 2 ** tried));
  }
  return null;
}
