import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, type Query } from "@/lib/calls/call-api";
import { nameOf } from "../cases/case-words";

export type Deal = Schemas["BoostDealOut"];
export type Line = Schemas["BoostDisputeLineOut"];
export type Decision = Schemas["BoostDecisionIn"];

const key = ["admin", "disputes"];

export const disputesQuery = (state: Query<"GET", "/api/admin/boost/disputes">["state"]) =>
  infiniteQueryOptions({
    queryKey: [...key, state],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/admin/boost/disputes", {
        query: { state, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const disputeQuery = (dealId: number) =>
  queryOptions({
    queryKey: [...key, "one", dealId],
    queryFn: () => callApi("GET", "/api/admin/boost/disputes/{deal_id}", { path: { deal_id: dealId } }),
    staleTime: 0,
  });

export function useWithdrawingDecision(dealId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("DELETE", "/api/admin/boost/disputes/{deal_id}/decision", { path: { deal_id: dealId } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useAssigning(dealId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOwn: boolean) =>
      callApi(isOwn ? "DELETE" : "POST", "/api/admin/boost/disputes/{deal_id}/claim", { path: { deal_id: dealId } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const holderOf = (assign: Deal["claim"] | undefined): string | null =>
  assign?.claimedBy ? nameOf({ id: assign.claimedBy, username: assign.claimedByName }) : null;

export function useDeciding(dealId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) =>
      callApi("POST", "/api/admin/boost/disputes/{deal_id}/decision", { path: { deal_id: dealId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
