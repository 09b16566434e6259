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

const TO_PAY_MS = 5_000;

export type Act =
  | { what: "settle"; sale: number; paid: boolean }
  | { what: "offer" }
  | { what: "answer"; accept: boolean };

const keyOf = (auctionId: number) => ["auction-afterwards", auctionId];

export function afterwardsQuery(auctionId: number, enabled: boolean) {
  return queryOptions({
    queryKey: keyOf(auctionId),
    enabled,
    queryFn: () => readAfterwards(auctionId),
    staleTime: 0,
    refetchOnWindowFocus: true,
    // The payment is confirmed in the conversation or by Wangi, and the auction learns of it a moment later.
    refetchInterval: ({ state }) => (state.data?.sale?.state === "to_pay" ? TO_PAY_MS : false),
  });
}

const readAfterwards = (auctionId: number) =>
  callApi("GET", "/api/auctions/{auction_id}/afterwards", { path: { auction_id: auctionId } });

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

async function send(auctionId: number, act: Act): Promise<Afterwards> {
  const path = { auction_id: auctionId };
  if (act.what === "settle") {
    const body = { sale: act.sale, paid: act.paid };
    await callApi("POST", "/api/auctions/{auction_id}/settle", { path, body });
    return readSettled(auctionId, act.sale, act.paid ? "paid" : "unpaid");
  }
  if (act.what === "answer") {
    const body = { accept: act.accept };
    return callApi("POST", "/api/auctions/{auction_id}/second-chance/answer", { path, body });
  }
  return callApi("POST", "/api/auctions/{auction_id}/second-chance", { path });
}

const PAUSE_MS = 500;
const TRIES = 20;

/** The messaging service answers the report. The auction learns of it a moment later. */
async function readSettled(auctionId: number, sale: number, state: Sale["state"]): Promise<Afterwards> {
  for (let tries = 1; ; tries++) {
    const after = await readAfterwards(auctionId);
    if (after.sale?.number !== sale || after.sale.state === state || tries === TRIES) return after;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
