/** What a live frame does to the auction on a card; pure, and the same frame twice changes nothing. */
import type { Schemas } from "@/lib/calls/api-client";
import type { ServerFrames } from "@/lib/live/frames";

type Whole = NonNullable<Schemas["CatalogProductOut"]["auction"]>;

/** The figures of an auction that a card shows; a copy may be older than some of its facts: those may be missing. */
export type CardAuction = Omit<Whole, "hasReserve" | "startsAt"> & Partial<Pick<Whole, "hasReserve" | "startsAt">>;

export type CardFrame =
  | ({ type: "newBid" } & ServerFrames["newBid"])
  | ({ type: "auctionExtended" } & ServerFrames["auctionExtended"])
  | ({ type: "auctionEnded" } & ServerFrames["auctionEnded"]);

export function applyToCard(auction: CardAuction, frame: CardFrame): CardAuction {
  if (frame.auctionId !== auction.id) return auction;
  if (frame.type === "newBid") return applyBid(auction, frame);
  if (frame.type === "auctionExtended") return applyEnd(auction, frame.endsAt);
  return { ...auction, status: frame.outcome === "cancelled" ? "cancelled" : "ended" };
}

/** Bids only grow in number: an older frame says nothing new. */
function applyBid(auction: CardAuction, { auction: update }: ServerFrames["newBid"]): CardAuction {
  if (update.bidCount <= auction.bidCount) return auction;
  return applyEnd({ ...auction, currentBid: update.currentBid, bidCount: update.bidCount }, update.endsAt);
}

/** An end only moves away. */
function applyEnd(auction: CardAuction, endsAt: string): CardAuction {
  return Date.parse(endsAt) > Date.parse(auction.endsAt) ? { ...auction, endsAt } : auction;
}
