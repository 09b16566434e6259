import { toSen } from "@/lib/money";
import type { Auction } from "../live";

export type BidderStatus =
  | "watching"
  | "first"
  | "leading"
  | "outbid"
  | "own"
  | "won"
  | "lost"
  | "unmet"
  | "ended"
  | "cancelled";

export function isOver(auction: Auction, now: number): boolean {
  return auction.status !== "active" || Date.parse(auction.effectiveEndsAt) <= now;
}

export function bidderStatusOf(auction: Auction, userId: number | undefined, now: number): BidderStatus {
  if (auction.status === "cancelled") return "cancelled";
  if (isOver(auction, now)) return finalBidderStatus(auction, userId);
  if (userId !== undefined && auction.sellerId === userId) return "own";
  if (userId !== undefined && auction.currentBidderId === userId) return "leading";
  if (hasBid(auction, userId)) return "outbid";
  return auction.bidCount === 0 ? "first" : "watching";
}

function finalBidderStatus(auction: Auction, userId: number | undefined): BidderStatus {
  // The winner is named only after the auction service has closed the auction, whatever our clock says.
  const winnerId = auction.status === "ended" ? auction.winnerId : null;
  if (winnerId !== null && winnerId === userId) return "won";
  if (winnerId === null && auction.bidCount > 0 && auction.reserveMet === false) return "unmet";
  if (winnerId === null || userId === undefined) return "ended";
  return hasBid(auction, userId) ? "lost" : "ended";
}

function hasBid(auction: Auction, userId: number | undefined): boolean {
  // The list holds only the latest bids, so an own bid may be missing from it.
  return userId !== undefined && (auction.ownBid !== null || auction.bids.some((bid) => bid.bidderId === userId));
}

export function priceOf({ finalPrice, currentBid, startingPrice }: Auction): number {
  return finalPrice ?? currentBid ?? startingPrice;
}

export function isBoughtAtOnce({ outcome }: Auction): boolean {
  return outcome === "bought_now";
}

export function lowestBid({ minimumBid, ownMaximum, bidIncrement }: Auction): number {
  return ownMaximum === null ? minimumBid : Math.max(minimumBid, (toSen(ownMaximum) + toSen(bidIncrement)) / 100);
}

export function bidderCount(auction: Auction): number | null {
  return auction.bids.length === auction.bidCount ? new Set(auction.bids.map((bid) => bid.bidderId)).size : null;
}

const NICE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 50_000];

export function quickBids(auction: Auction): number[] {
  const lowest = lowestBid(auction);
  const least = Math.max(2 * auction.bidIncrement, lowest * 0.05);
  const step = NICE.find((nice) => nice >= least) ?? 100_000;
  const round = Math.floor(toSen(lowest) / (step * 100)) * step + step;
  return [lowest, round, round + step];
}

export const LAST_MINUTES = 120;

export function shareLeft(auction: Auction, now: number): number {
  const end = Date.parse(auction.effectiveEndsAt);
  const left = end - now;
  if (left < LAST_MINUTES * 1000) return left / (LAST_MINUTES * 1000);
  return left / Math.max(1, end - Date.parse(auction.startsAt));
}
