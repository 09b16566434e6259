import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { ask } from "@/lib/calls/ask";
import { Refusal } from "@/lib/calls/refusal";

export type OrderPage = Schemas["MessagingStaffOrderPageOut"];
export type Money = Schemas["BoostDealMoneyOut"];

const key = (dealId: string) => ["admin", "order", dealId];

/** Each look is recorded, so it is asked for once and not behind anybody's back. */
export const orderPageQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...key(dealId), "page"],
    queryFn: () => ask<OrderPage>("GET", `/api/admin/orders/${dealId}`),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** None where no money can be held for it. */
export const orderMoneyQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...key(dealId), "money"],
    queryFn: async () => {
      try {
        return await ask<Money>("GET", `/api/admin/boost/deals/${dealId}`);
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
