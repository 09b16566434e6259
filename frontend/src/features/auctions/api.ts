import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";
import { Refusal } from "@/lib/calls/refusal";
import type { Auction } from "./live";
import { learnServerTime } from "./room/server-time";

const TRIES_AGAIN = 2;

export function auctionQuery(auctionId: number) {
  return queryOptions({
    queryKey: ["auction", auctionId],
    queryFn: () => fetchAuction(auctionId),
    retry: (failures, error) =>
      failures < TRIES_AGAIN && !(error instanceof Refusal && [404, 410].includes(error.status)),
    retryDelay: (attempt) => 500 * 2 ** attempt,
  });
}

async function fetchAuction(auctionId: number): Promise<Auction> {
  const auction = await callApi("GET", "/api/auctions/{auction_id}", { path: { auction_id: auctionId } });
  learnServerTime(auction.serverNow);
  return auction;
}

/** Idempotent per `key`: returns the answer of the first request. */
export async function repeatBid(
  { auctionId, amount, maxAmount }: { auctionId: number; amount: number; maxAmount?: number },
  key: string,
) {
  const path = { auction_id: auctionId };
  const headers = { "Idempotency-Key": key };
  return callApi("POST", "/api/auctions/{auction_id}/bids", { path, headers, body: { amount, maxAmount } });
}
