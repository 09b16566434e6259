import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { showToast } from "@/ui/toast-store";
import { auctionQuery } from "../api";
import { MINE } from "../my-bids/api";
import "../bidding/refusals";

export type Afterwards = Schemas["AuctionAfterwardsOut"];
export type Sale = NonNullable<Afterwards["sale"]>;
export type SecondChance = NonNullable<Afterwards["secondChance"]>;

export type Act =
  | { what: "settle"; sale: number; paid: boolean }
  | { what: "offer" }
  | { what: "answer"; accept: boolean };

const keyOf = (auctionId: number) => ["auction-afterwards", auctionId];

export function afterwardsQuery(auctionId: number, enabled: boolean) {
  return queryOptions({
    queryKey: keyOf(auctionId),
    enabled,
    queryFn: () => callApi("GET", "/api/auctions/{auction_id}/afterwards", { path: { auction_id: auctionId } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

export function useAct(auctionId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => send(auctionId, act),
    onSuccess: (after) => {
      client.setQueryData(keyOf(auctionId), after);
      void client.invalidateQueries({ queryKey: auctionQuery(auctionId).queryKey });
      void client.invalidateQueries({ queryKey: [MINE] });
    },
    onError: (error) => {
      showToast({ ...messageFor(error), tone: "bad" });
      void client.invalidateQueries({ queryKey: keyOf(auctionId) });
    },
  });
}

function send(auctionId: number, act: Act): Promise<Afterwards> {
  const path = { auction_id: auctionId };
  if (act.what === "settle") {
    const body = { sale: act.sale, paid: act.paid };
    return callApi("POST", "/api/auctions/{auction_id}/settle", { path, body });
  }
  if (act.what === "answer") {
    const body = { accept: act.accept };
    return callApi("POST", "/api/auctions/{auction_id}/second-chance/answer", { path, body });
  }
  return callApi("POST", "/api/auctions/{auction_id}/second-chance", { path });
}
