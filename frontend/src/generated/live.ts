/** The live frames of `/ws`, as declared in libs/contracts/live.py. */

export interface LiveBidder {
  id: number;
  name: string;
}

export interface LiveBid {
  id: number;
  auctionId: number;
  bidderId: number;
  bidder: LiveBidder;
  amount: number;
  placedAt: string;
  isWinning: boolean;
}

export interface LiveAuction {
  currentBid: number;
  currentBidderId: number;
  bidCount: number;
  minimumBid: number;
  endsAt: string;
  reserveMet: boolean | null;
}

export interface NewBid {
  auctionId: number;
  bid: LiveBid;
  auction: LiveAuction;
  seq: number;
  epoch: number;
}

export interface BidAccepted {
  auctionId: number;
  bid: LiveBid;
  message: string;
}

export interface AuctionExtended {
  auctionId: number;
  endsAt: string;
  seq: number;
  epoch: number;
}

export interface AuctionEnded {
  auctionId: number;
  outcome: string;
  winnerId: number | null;
  price: number | null;
  seq: number;
  epoch: number;
}

export interface Resync {
  auctionId: number;
  seq: number;
  epoch: number;
}

export interface LiveError {
  message: string;
  code: string;
  details: Record<string, unknown>;
  id?: string | number;
}

export interface AuthSuccess {
  userId: number;
}

export interface ServerFrames {
  connected: Record<string, never>;
  auth_success: AuthSuccess;
  newBid: NewBid;
  bidAccepted: BidAccepted;
  auctionExtended: AuctionExtended;
  auctionEnded: AuctionEnded;
  resync: Resync;
  error: LiveError;
}

export interface ClientFrames {
  auth: { token: string; userId?: number };
  joinAuction: { auctionId: number; userId?: number | string };
  leaveAuction: { auctionId: number; userId?: number | string };
  placeBid: { id?: string; auctionId: number; amount: number; userId?: number; timestamp?: string };
}
