import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, nullWhenMissing } from "@/lib/calls/call-api";

export type OrderPage = Schemas["MessagingStaffOrderPageOut"];
export type Money = Schemas["BoostDealMoneyOut"];

const key = (dealId: number) => ["admin", "order", dealId];

/** Each request is logged, so it is made once and never in the background. */
export const orderPageQuery = (dealId: number) =>
  queryOptions({
    queryKey: [...key(dealId), "page"],
    queryFn: () => callApi("GET", "/api/admin/orders/{deal_id}", { path: { deal_id: dealId } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const orderMoneyQuery = (dealId: number) =>
  queryOptions({
    queryKey: [...key(dealId), "money"],
    queryFn: () => nullWhenMissing(callApi("GET", "/api/admin/boost/deals/{deal_id}", { path: { deal_id: dealId } })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
