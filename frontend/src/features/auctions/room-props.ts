/** What every part of the auction room is given. */
import type { RefObject } from "react";
import type { User } from "@/lib/session";
import type { Auction } from "./live";
import type { Standing } from "./standing";
import type { Bidding } from "./use-bidding";

export interface RoomProps {
  auction: Auction & { product: NonNullable<Auction["product"]> };
  user: User | null;
  standing: Standing;
  now: number;
  bidding: Bidding;
  amountField: RefObject<HTMLInputElement | null>;
}
