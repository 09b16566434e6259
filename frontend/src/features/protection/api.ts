import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, nullWhenMissing } from "@/lib/calls/call-api";
import { leaveFor } from "@/shared/boosts/boosts";
import { type OrderStatus, orderQuery, ordersKey } from "@/shared/orders/orders";

export type Deal = Schemas["BoostDealOut"];
export type Step = Deal["next"][number];
export type Dispute = NonNullable<Deal["dispute"]>;
export type Reason = Dispute["reason"];

const SOON = 3_000;
/** Payment pages and callbacks change this without a frame. */
const QUIETLY = 30_000;
const QUICK_TRIES = 10;

export const dealQuery = (id: number, isExpected = false) =>
  queryOptions({
    queryKey: [...ordersKey, "money", id],
    queryFn: () => nullWhenMissing(callApi("GET", "/api/boost/deals/{deal_id}", { path: { deal_id: id } })),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.state !== "awaiting_funds") return false;
      return isExpected && dataUpdateCount < QUICK_TRIES ? SOON : QUIETLY;
    },
  });

const FOLLOWED: Partial<Record<Deal["state"], OrderStatus[]>> = {
  held: ["processing", "shipped", "delivered"],
  released: ["delivered"],
  refunded: ["cancelled", "delivered"],
  returned: ["cancelled", "delivered"],
};
const FOLLOWS_WITHIN = 1_000;

/** messaging learns of the payment a moment later. */
export const followingOrder = ({ dealId, state: money }: Deal) => ({
  ...orderQuery(dealId),
  refetchInterval: ({
    state: { data, dataUpdateCount },
  }: {
    state: { data?: { status: OrderStatus }; dataUpdateCount: number };
  }) =>
    data && !(FOLLOWED[money]?.includes(data.status) ?? true) && dataUpdateCount < 2 * QUICK_TRIES && FOLLOWS_WITHIN,
});

export function usePaying(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("POST", "/api/boost/deals/{deal_id}/pay", { path: { deal_id: id } }),
    onSuccess: ({ paymentUrl }) => {
      if (paymentUrl) leaveFor(paymentUrl);
      else void client.invalidateQueries({ queryKey: ordersKey });
    },
  });
}

export type PlainCommand = "arrived" | "accept" | "call-off" | "take-back";
type Command =
  | { command: PlainCommand; body?: undefined }
  | { command: "send-back"; body: Schemas["BoostSendBackIn"] }
  | { command: "dispute"; body: Schemas["BoostDisputeIn"] }
  | { command: "object"; body: Schemas["BoostObjectionIn"] }
  | { command: "appeal"; body: Schemas["BoostAppealIn"] }
  | { command: "evidence"; body: Schemas["BoostEvidenceIn"] };

export function useStep(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ command, body }: Command) =>
      callApi("POST", `/api/boost/deals/{deal_id}/${command}`, { path: { deal_id: id }, body }),
    onSuccess: (deal) => client.setQueryData(dealQuery(id).queryKey, deal),
    onSettled: () => void client.invalidateQueries({ queryKey: ordersKey }),
  });
}

export function useShowing(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (photograph: File) => {
      const body = new FormData();
      body.append("image", photograph);
      return callApi("POST", "/api/boost/deals/{deal_id}/evidence/photograph", { path: { deal_id: id }, body });
    },
    onSuccess: (deal) => client.setQueryData(dealQuery(id).queryKey, deal),
  });
}
