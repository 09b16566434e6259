import type { RefObject } from "react";
import type { User } from "@/shared/session/session";
import type { Bidding } from "../bidding/use-bidding";
import type { Auction } from "../live";
import type { BidderStatus } from "./bidder-status";

export interface BidHandle {
  prepare: () => void;
  button: () => HTMLButtonElement | null;
}

export interface RoomProps {
  auction: Auction & { product: NonNullable<Auction["product"]> };
  user: User | null;
  bidderStatus: BidderStatus;
  now: number;
  bidding: Bidding;
  bidForm: RefObject<BidHandle | null>;
}
