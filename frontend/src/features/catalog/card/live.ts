/** What a live frame does to the auction on a card; pure, and the same frame twice changes nothing. */
import type { ServerFrames } from "@/lib/live/frames";
import type { ProductAuction } from "../types";

export type CardFrame =
  | ({ type: "newBid" } & ServerFrames["newBid"])
  | ({ type: "auctionExtended" } & ServerFrames["auctionExtended"])
  | ({ type: "auctionEnded" } & ServerFrames["auctionEnded"]);

export function applyToCard(auction: ProductAuction, frame: CardFrame): ProductAuction {
  if (frame.auctionId !== auction.id) return auction;
  if (frame.type === "newBid") return applyBid(auction, frame);
  if (frame.type === "auctionExtended") return applyEnd(auction, frame.endsAt);
  return { ...auction, status: frame.outcome === "cancelled" ? "cancelled" : "ended" };
}

/** Bids only grow in number: an older frame says nothing new. */
function applyBid(auction: ProductAuction, { auction: update }: ServerFrames["newBid"]): ProductAuction {
  if (update.bidCount <= auction.bidCount) return auction;
  return applyEnd({ ...auction, currentBid: update.currentBid, bidCount: update.bidCount }, update.endsAt);
}

/** An end only moves away. */
function applyEnd(auction: ProductAuction, endsAt: string): ProductAuction {
  return Date.parse(endsAt) > Date.parse(auction.endsAt) ? { ...auction, endsAt } : auction;
}
