/** What a live frame does to an auction as fetched; pure, so that applying frames equals fetching again. */
import type { Schemas } from "@/lib/api-client";
import type { ServerFrames } from "@/lib/frames";

export type Auction = Schemas["AuctionAuctionOut"];
export type Bid = Auction["bids"][number];

/** "gap" means something was missed and only a fetch tells the truth. */
export type Applied = Auction | "gap";

interface Position {
  seq: number;
  epoch: number;
}

const KEPT_BIDS = 50;

/** Every frame of a room that changes the auction, by name. */
export type AuctionFrame =
  | ({ type: "newBid" } & NewBidFrame)
  | ({ type: "auctionExtended" } & ServerFrames["auctionExtended"])
  | ({ type: "auctionEnded" } & ServerFrames["auctionEnded"]);

/** Several bids may travel in one frame, oldest first; `bid` is then the last of them. */
type NewBidFrame = ServerFrames["newBid"] & { bids?: Bid[] };

export function applyFrame(state: Auction, frame: AuctionFrame): Applied {
  if (frame.type === "newBid") return applyNewBid(state, frame);
  return frame.type === "auctionExtended" ? applyExtended(state, frame) : applyEnded(state, frame);
}

export function applyNewBid(state: Auction, frame: NewBidFrame): Applied {
  const bids = frame.bids ?? [frame.bid];
  return inOrder(state, frame, bids.length, (missed) => {
    const { currentBid, currentBidderId, bidCount, minimumBid, endsAt, reserveMet } = frame.auction;
    const fresh = bids.slice(-missed).reverse();
    const known = [...fresh, ...state.bids].slice(0, KEPT_BIDS);
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
      ownMaximum: currentBidderId === state.currentBidderId ? state.ownMaximum : null,
      bids: known.map((bid, place) => ({ ...bid, isWinning: place === 0 })),
    };
  });
}

export function applyExtended(state: Auction, frame: ServerFrames["auctionExtended"]): Applied {
  return inOrder(state, frame, 1, () => ({ ...state, endsAt: frame.endsAt, effectiveEndsAt: frame.endsAt }));
}

export function applyEnded(state: Auction, frame: ServerFrames["auctionEnded"]): Applied {
  return inOrder(state, frame, 1, () => ({
    ...state,
    status: frame.outcome === "cancelled" ? "cancelled" : "ended",
    outcome: frame.outcome,
    winnerId: frame.winnerId,
    buyNowOpen: false,
  }));
}

/** True when the room stands where a fetch is needed to follow. */
export function isBehind(state: Position, room: Position): boolean {
  return state.epoch !== room.epoch || state.seq < room.seq;
}

/** A frame covers the last `steps` numbers up to its own; what is known already is ignored, a hole is a gap. */
function inOrder(state: Auction, frame: Position, steps: number, change: (missed: number) => Auction): Applied {
  if (frame.epoch !== state.epoch) return "gap";
  const missed = frame.seq - state.seq;
  if (missed <= 0) return state;
  if (missed > steps) return "gap";
  return { ...change(missed), seq: frame.seq };
}
