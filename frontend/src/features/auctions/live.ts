/** What a live frame does to an auction as fetched; pure, so that applying frames equals fetching again. */
import type { Schemas } from "@/lib/calls/api-client";
import type { ServerFrames } from "@/lib/live/frames";

export type Auction = Schemas["AuctionAuctionOut"];
export type Bid = Auction["bids"][number];

/** "gap" means that frames were missed and the state must be fetched. */
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

/** One frame of a busy room holds several bids, oldest first; of very many only the newest. */
export function applyNewBid(state: Auction, frame: ServerFrames["newBid"], userId?: number): Applied {
  return inOrder(state, frame, () => {
    const { currentBid, currentBidderId, bidCount, minimumBid, endsAt, reserveMet } = frame.auction;
    const seen = new Set(state.bids.map((bid) => bid.id));
    // Real names that are known (to the seller, staff, the bidder) are kept; frames carry masks.
    const names = new Map(state.bids.map(({ bidderId, bidder }) => [bidderId, bidder]));
    const fresh = (frame.bids ?? [frame.bid])
      .filter((bid) => !seen.has(bid.id))
      .map((bid) => ({ ...bid, bidder: names.get(bid.bidderId) ?? bid.bidder }))
      .reverse();
    const whole = state.bidCount + fresh.length >= bidCount;
    const known = [...fresh, ...(whole ? state.bids : [])].slice(0, KEPT_BIDS);
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
      bids: known.map((bid, place) => ({ ...bid, isWinning: place === 0 })),
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

/** True when the room stands where a fetch is needed to follow. */
export function isBehind(state: Position, room: Position): boolean {
  return state.epoch !== room.epoch || state.seq < room.seq;
}

/** True when bids of the history are missing, because more came at once than a frame brings. */
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
