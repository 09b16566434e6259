import type { Schemas } from "@/lib/calls/api-client";
import type { ServerFrames } from "@/lib/live/frames";

type Whole = NonNullable<Schemas["CatalogProductOut"]["auction"]>;

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

function applyBid(auction: CardAuction, { auction: update }: ServerFrames["newBid"]): CardAuction {
  if (update.bidCount <= auction.bidCount) return auction;
  return applyEnd({ ...auction, currentBid: update.currentBid, bidCount: update.bidCount }, update.endsAt);
}

function applyEnd(auction: CardAuction, endsAt: string): CardAuction {
  return Date.parse(endsAt) > Date.parse(auction.endsAt) ? { ...auction, endsAt } : auction;
}
