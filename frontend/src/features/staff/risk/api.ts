import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { showToast } from "@/ui/toast-store";

export type Pair = Schemas["AdminRiskPairOut"];
export type Reason = Schemas["AdminRiskReasonOut"];
export type State = Pair["state"];
export type LinkedAccount = Schemas["AdminLinkedAccountOut"];
export type SignalKind = LinkedAccount["signals"][number]["kind"];
type Decision = Schemas["AdminRiskDecisionIn"];

const key = ["admin", "risk"];

export const pairsQuery = (state: State) =>
  infiniteQueryOptions({
    queryKey: [...key, state],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/admin/risk", {
        query: { state, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const personRiskQuery = (userId: number) =>
  queryOptions({
    queryKey: [...key, "about", userId],
    queryFn: () => callApi("GET", "/api/admin/risk/about/{user_id}", { path: { user_id: userId } }),
  });

/** Each request is logged, so it is made once and never in the background. */
export const linksQuery = (userId: number) =>
  queryOptions({
    queryKey: [...key, "links", userId],
    queryFn: () => callApi("GET", "/api/admin/risk/links/{user_id}", { path: { user_id: userId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const isDecidable = ({ state, kind }: Pair) =>
  state === "open" || (kind === "takeover" && state === "confirmed");

export type DecisionReason = NonNullable<Decision["reason"]>;

export function useAssigning(pairId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOwn: boolean) =>
      callApi(isOwn ? "DELETE" : "POST", "/api/admin/risk/{pair_id}/claim", { path: { pair_id: pairId } }),
    onError: (error) => showToast({ title: messageFor(error).text, tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useDeciding(pairId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) =>
      callApi("POST", "/api/admin/risk/{pair_id}/decision", { path: { pair_id: pairId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
