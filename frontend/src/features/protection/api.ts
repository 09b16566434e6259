import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";
import { Refusal } from "@/lib/calls/refusal";
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
    queryFn: async () => {
      try {
        return await callApi<Deal>("GET", `/api/boost/deals/${id}`);
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null;
        throw error;
      }
    },
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
    mutationFn: () => callApi<Schemas["BoostDealPayOut"]>("POST", `/api/boost/deals/${id}/pay`),
    onSuccess: ({ paymentUrl }) => {
      if (paymentUrl) leaveFor(paymentUrl);
      else void client.invalidateQueries({ queryKey: ordersKey });
    },
  });
}

export type Command =
  | "arrived"
  | "accept"
  | "call-off"
  | "take-back"
  | "send-back"
  | "dispute"
  | "object"
  | "appeal"
  | "evidence";

export function useStep(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ command, body }: { command: Command; body?: object }) =>
      callApi<Deal>("POST", `/api/boost/deals/${id}/${command}`, { body }),
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
      return callApi<Deal>("POST", `/api/boost/deals/${id}/evidence/photograph`, { body });
    },
    onSuccess: (deal) => client.setQueryData(dealQuery(id).queryKey, deal),
  });
}
