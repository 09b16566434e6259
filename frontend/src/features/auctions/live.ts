import type { Schemas } from "@/lib/calls/api-client";
import type { ServerFrames } from "@/lib/live/frames";

export type Auction = Schemas["AuctionAuctionOut"];
export type Bid = Auction["bids"][number];

/** "gap": frames were missed, and the auction must be fetched. */
export type Applied = Auction | "gap";

export interface Position {
  seq: number;
  epoch: number;
}

const KEPT_BIDS = 50;

export type AuctionFrame =
  | ({ type: "newBid" } & ServerFrames["newBid"])
  | ({ type: "auctionExtended" } & ServerFrames["auctionExtended"])
  | ({ type: "auctionEnded" } & ServerFrames["auctionEnded"]);

export function applyFrame(state: Auction, frame: AuctionFrame, userId?: number): Applied {
  if (frame.type === "newBid") return applyNewBid(state, frame, userId);
  return frame.type === "auctionExtended" ? applyExtended(state, frame) : applyEnded(state, frame);
}

export function applyNewBid(state: Auction, frame: ServerFrames["newBid"], userId?: number): Applied {
  return inOrder(state, frame, () => {
    const { currentBid, currentBidderId, bidCount, minimumBid, endsAt, reserveMet } = frame.auction;
    const seen = new Set(state.bids.map((bid) => bid.id));
    // Known real names are kept, because frames carry masked names.
    const names = new Map(state.bids.map(({ bidderId, bidder }) => [bidderId, bidder]));
    const fresh = (frame.bids ?? [frame.bid])
      .filter((bid) => !seen.has(bid.id))
      .map((bid) => ({ ...bid, bidder: names.get(bid.bidderId) ?? bid.bidder }))
      .reverse();
    const whole = state.bidCount + fresh.length >= bidCount;
    const bids = [...fresh, ...(whole ? state.bids : [])].slice(0, KEPT_BIDS);
    return {
      ...state,
      currentBid,
      currentBidderId,
      bidCount,
      minimumBid,
      endsAt,
      effectiveEndsAt: endsAt,
      reserveMet,
      buyNowOpen: state.buyNowOpen && reserveMet !== true && currentBid < (state.buyNowPrice ?? 0),
      ownBid: fresh.find(({ bidderId }) => bidderId === userId)?.amount ?? state.ownBid,
      ownMaximum: currentBidderId === state.currentBidderId ? state.ownMaximum : null,
      bids: bids.map((bid, place) => ({ ...bid, isWinning: place === 0 })),
    };
  });
}

export function applyExtended(state: Auction, frame: ServerFrames["auctionExtended"]): Applied {
  return inOrder(state, frame, () => ({ ...state, endsAt: frame.endsAt, effectiveEndsAt: frame.endsAt }));
}

export function applyEnded(state: Auction, frame: ServerFrames["auctionEnded"]): Applied {
  return inOrder(state, frame, () => ({
    ...state,
    status: frame.outcome === "cancelled" ? "cancelled" : "ended",
    outcome: frame.outcome,
    winnerId: frame.winnerId,
    finalPrice: frame.price,
    buyNowOpen: false,
  }));
}

export function isBehind(state: Position, room: Position): boolean {
  return state.epoch !== room.epoch || state.seq < room.seq;
}

export function hasHole(state: Pick<Auction, "bids" | "bidCount">): boolean {
  return state.bids.length < Math.min(state.bidCount, KEPT_BIDS);
}

interface Covering extends Position {
  fromSeq?: number | null;
}

function inOrder(state: Auction, frame: Covering, change: () => Auction): Applied {
  if (frame.epoch !== state.epoch) return "gap";
  if (frame.seq <= state.seq) return state;
  if (state.seq + 1 < (frame.fromSeq ?? frame.seq)) return "gap";
  return { ...change(), seq: frame.seq };
}
