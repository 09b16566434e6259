import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";
import { nameOf } from "../cases/case-words";

export type Deal = Schemas["BoostDealOut"];
export type Line = Schemas["BoostDisputeLineOut"];
export type Decision = Schemas["BoostDecisionIn"];

const key = ["admin", "disputes"];

export const disputesQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: [...key, state],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi<Schemas["BoostDisputesOut"]>("GET", "/api/admin/boost/disputes", {
        query: { state, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const disputeQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...key, "one", dealId],
    queryFn: () => callApi<Deal>("GET", `/api/admin/boost/disputes/${dealId}`),
    staleTime: 0,
  });

export function useWithdrawingDecision(dealId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<Deal>("DELETE", `/api/admin/boost/disputes/${dealId}/decision`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useAssigning(dealId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOwn: boolean) =>
      callApi<unknown>(isOwn ? "DELETE" : "POST", `/api/admin/boost/disputes/${dealId}/claim`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const holderOf = (assign: Deal["claim"] | undefined): string | null =>
  assign?.claimedBy ? nameOf({ id: assign.claimedBy, username: assign.claimedByName }) : null;

export function useDeciding(dealId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) => callApi<Deal>("POST", `/api/admin/boost/disputes/${dealId}/decision`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
