/** What a card fetches again when a frame is more than a bid: bids were taken back, or the terms changed. */
import { ask } from "@/lib/calls/ask";
import { asRefusal } from "@/lib/calls/refusal";
import type { CardAuction, CardFrame } from "./card-frames";

interface Position {
  seq: number;
  epoch: number;
}

type LatestAuction = Position & Pick<CardAuction, (typeof KEPT)[number]>;

const KEPT = ["status", "currentBid", "bidCount", "bidIncrement", "buyNowPrice", "startingPrice", "endsAt"] as const;
const TRIES = 4;
const WAIT_MS = 400;
/** A room that begins anew does so for every browser at once. */
const SPREAD_MS = 2000;
/** What it answers to the next try too: there is no such auction, or it is asked too much. */
const FINAL = new Set([404, 429]);

/** Where a room stands, with the number of its bids where that was said. */
export interface Place extends Position {
  bidCount?: number | null;
}

/** Whether the auction is to be fetched: at once, or spread over a while. */
export type Need = "none" | "now" | "spread";

/** The rooms that cards follow: of two in one room only the first is answered when it joins. */
const followed = new Map<number, { cards: number; place?: Place }>();

export class Room {
  private at: Place | undefined;
  private readonly shared: { cards: number; place?: Place };

  constructor(private readonly auctionId: number) {
    this.shared = followed.get(auctionId) ?? { cards: 0 };
    this.shared.cards += 1;
    followed.set(auctionId, this.shared);
    this.at = this.shared.place;
  }

  leave(): void {
    this.shared.cards -= 1;
    if (this.shared.cards === 0) followed.delete(this.auctionId);
  }

  /** True where a card has other bids than another one in its room heard of: its list is older, or newer. */
  differs(auction: CardAuction): boolean {
    return !isSame(this.at?.bidCount, auction);
  }

  /** What the frame leaves to be fetched: a bid brings all figures, any other frame only its own. */
  hear(place: Place, name: CardFrame["type"] | "resync", shown: CardAuction): Need {
    const before = this.at;
    // A list may have been fetched long before its card came into view, or by a copy that had not heard the bid.
    const isOther = name === "resync" && !isSame(place.bidCount, shown);
    if (before?.epoch === place.epoch && place.seq <= before.seq) return isOther ? "now" : "none";
    const bidCount = place.bidCount ?? (name === "resync" ? undefined : before?.bidCount);
    this.at = { seq: place.seq, epoch: place.epoch, bidCount };
    this.shared.place = this.at;
    if (before && before.epoch !== place.epoch) return "spread";
    // The answer to joining is only where a room begins; later it stands further on by what was missed.
    const isMissed = name === "resync" ? before !== undefined : place.seq > (before?.seq ?? 0) + 1;
    return isOther || (isMissed && name !== "newBid") ? "now" : "none";
  }

  reaches(place: Position): boolean {
    return !this.at || (this.at.epoch === place.epoch ? place.seq >= this.at.seq : place.epoch > this.at.epoch);
  }
}

/** A build of before does not say how many bids there are. */
const isSame = (bidCount: number | null | undefined, auction: CardAuction): boolean =>
  bidCount === undefined || bidCount === null || bidCount === auction.bidCount;

/** The auction as its own service has it: the catalogue's copy of the same change may still be on its way. */
export async function askAgain(
  auction: CardAuction,
  room: Room,
  need: Need,
  isGone: () => boolean,
): Promise<CardAuction | null> {
  if (need === "spread") await pause(SPREAD_MS * Math.random());
  for (let tried = 0; tried < TRIES && !isGone(); tried += 1) {
    const { latest, isFinal } = await ask<LatestAuction>("GET", `/api/auctions/${auction.id}`).then(
      (answer) => ({ latest: answer, isFinal: false }),
      (reason) => ({ latest: null, isFinal: FINAL.has(asRefusal(reason).status) }),
    );
    if (isFinal) return null;
    if (latest && room.reaches(latest)) {
      return { ...auction, ...Object.fromEntries(KEPT.map((name) => [name, latest[name]])) };
    }
    await pause(WAIT_MS * 2 ** tried * (0.5 + Math.random()));
  }
  return null;
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
