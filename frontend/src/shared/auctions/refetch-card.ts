import { callApi } from "@/lib/calls/call-api";
import { asRefusal } from "@/lib/calls/refusal";
import type { CardAuction, CardFrame } from "./card-frames";

interface Position {
  seq: number;
  epoch: number;
}

const KEPT = ["status", "currentBid", "bidCount", "bidIncrement", "buyNowPrice", "startingPrice", "endsAt"] as const;
const TRIES = 4;
const WAIT_MS = 400;
const SPREAD_MS = 2000;
const FINAL = new Set([404, 429]);

export interface Place extends Position {
  bidCount?: number | null;
}

export type RefetchNeed = "none" | "now" | "spread";

const followed = new Map<number, { cards: number; place?: Place }>();

export class CardRoom {
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

  differs(auction: CardAuction): boolean {
    return !isSame(this.at?.bidCount, auction);
  }

  handleFrame(place: Place, name: CardFrame["type"] | "resync", shown: CardAuction): RefetchNeed {
    const before = this.at;
    // The list may have been fetched long ago, or from a stale replica.
    const isOther = name === "resync" && !isSame(place.bidCount, shown);
    if (before?.epoch === place.epoch && place.seq <= before.seq) return isOther ? "now" : "none";
    const bidCount = place.bidCount ?? (name === "resync" ? undefined : before?.bidCount);
    this.at = { seq: place.seq, epoch: place.epoch, bidCount };
    this.shared.place = this.at;
    if (before && before.epoch !== place.epoch) return "spread";
    const isMissed = name === "resync" ? before !== undefined : place.seq > (before?.seq ?? 0) + 1;
    return isOther || (isMissed && name !== "newBid") ? "now" : "none";
  }

  reaches(place: Position): boolean {
    return !this.at || (this.at.epoch === place.epoch ? place.seq >= this.at.seq : place.epoch > this.at.epoch);
  }
}

/** During a rollout an older server does not send the number of bids. */
const isSame = (bidCount: number | null | undefined, auction: CardAuction): boolean =>
  bidCount === undefined || bidCount === null || bidCount === auction.bidCount;

/** Fetched from the auction service, because the catalogue's replica may lag. */
export async function refetchCard(
  auction: CardAuction,
  room: CardRoom,
  need: RefetchNeed,
  isGone: () => boolean,
): Promise<CardAuction | null> {
  if (need === "spread") await pause(SPREAD_MS * Math.random());
  for (let tried = 0; tried < TRIES && !isGone(); tried += 1) {
    const call = callApi("GET", "/api/auctions/{auction_id}", { path: { auction_id: auction.id } });
    const { latest, isFinal } = await call.then(
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
