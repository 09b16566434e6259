import type { RefObject } from "react";
import type { User } from "@/lib/session/session";
import type { Bidding } from "../bidding/use-bidding";
import type { Auction } from "../live";
import type { Standing } from "./standing";

export interface BidHandle {
  prepare: () => void;
  button: () => HTMLButtonElement | null;
}

export interface RoomProps {
  auction: Auction & { product: NonNullable<Auction["product"]> };
  user: User | null;
  standing: Standing;
  now: number;
  bidding: Bidding;
  bidForm: RefObject<BidHandle | null>;
}
