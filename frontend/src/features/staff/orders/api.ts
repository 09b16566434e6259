import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";
import { Refusal } from "@/lib/calls/refusal";

export type OrderPage = Schemas["MessagingStaffOrderPageOut"];
export type Money = Schemas["BoostDealMoneyOut"];

const key = (dealId: string) => ["admin", "order", dealId];

/** Each request is logged, so it is made once and never in the background. */
export const orderPageQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...key(dealId), "page"],
    queryFn: () => callApi<OrderPage>("GET", `/api/admin/orders/${dealId}`),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const orderMoneyQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...key(dealId), "money"],
    queryFn: async () => {
      try {
        return await callApi<Money>("GET", `/api/admin/boost/deals/${dealId}`);
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
