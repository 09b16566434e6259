import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { User } from "@/shared/session/session";
import type { Auction } from "../live";
import { refetchAuction } from "./use-auction-room";

const SETTLE_MS = 1000;
const MASK = "***";

export function useRealNames(auction: Auction, user: User | null): void {
  const client = useQueryClient();
  const fetchedFor = useRef(new Set<string>());
  const seesRealNames = user !== null && (user.staffRole !== null || user.id === auction.sellerId);
  const masked = seesRealNames ? auction.bids.filter(({ bidder }) => bidder.name.includes(MASK)) : [];
  const strangers = masked.map(({ bidderId }) => String(bidderId)).filter((id) => !fetchedFor.current.has(id));
  const key = strangers.join(" ");
  useEffect(() => {
    if (!key) return;
    const timer = setTimeout(() => {
      for (const id of key.split(" ")) fetchedFor.current.add(id);
      refetchAuction(client, auction.id);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key, client, auction.id]);
}
