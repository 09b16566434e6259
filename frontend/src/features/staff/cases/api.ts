import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";

export type Case = Schemas["AdminCaseOut"];
export type CasePage = Schemas["AdminCasePageOut"];
export type Decision = Schemas["AdminDecisionIn"];
export type Reported = Schemas["CatalogReportedOut"];
export type Report = Schemas["MessagingReportOut"];

export interface Filters {
  state: string;
  kind: string;
  mine: boolean;
}

export type Mismatch = Schemas["BoostMismatchOut"];
export type StrikeCase = Schemas["AuctionStrikeCaseOut"];

const key = ["admin", "cases"];
export type Queue = "/api/admin/cases" | "/api/admin/cases/payments";

const queueOf = ({ kind }: Case): Queue => (kind === "payment" ? "/api/admin/cases/payments" : "/api/admin/cases");

export const casesQuery = ({ state, kind, mine }: Filters, queue: Queue) =>
  infiniteQueryOptions({
    queryKey: [...key, queue, state, kind, mine],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi<Schemas["AdminCasesOut"]>("GET", queue, {
        query: { state, ...(kind && { kind }), ...(mine && { mine }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const caseQuery = (id: string, queue: Queue) =>
  queryOptions({
    queryKey: [...key, "one", id],
    queryFn: () => callApi<CasePage>("GET", `${queue}/${id}`),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.acknowledgements.some(({ doneAt }) => !doneAt) ? 2_000 : false),
  });

export const reportedListingQuery = (productId: number) =>
  queryOptions({
    queryKey: [...key, "listing", productId],
    queryFn: () => callApi<Reported>("GET", `/api/admin/products/${productId}/reports`),
  });

export const strikeQuery = (strikeId: number) =>
  queryOptions({
    queryKey: [...key, "strike", strikeId],
    queryFn: () => callApi<StrikeCase>("GET", `/api/admin/auctions/strike-cases/${strikeId}`),
    staleTime: 0,
  });

export const mismatchQuery = (paymentId: number) =>
  queryOptions({
    queryKey: [...key, "payment", paymentId],
    queryFn: () => callApi<Mismatch>("GET", `/api/admin/boost/bills/${paymentId}`),
    staleTime: 0,
  });

/** Each request is logged, so it is made once and never in the background. */
export const reportedWordsQuery = ({ kind, subjectId, about }: Case) =>
  queryOptions({
    queryKey: [...key, "words", kind, subjectId],
    queryFn: () =>
      callApi<Report[]>("GET", "/api/admin/messages/reports", { query: { kind, subjectId, aboutId: about.id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useAssigning(staffCase: Case) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOwn: boolean) =>
      callApi<unknown>(isOwn ? "DELETE" : "POST", `${queueOf(staffCase)}/${staffCase.id}/claim`),
    onSettled: () => client.invalidateQueries({ queryKey: [...key, "one"] }),
  });
}

export function useDeciding(staffCase: Case) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) =>
      callApi<CasePage>("POST", `${queueOf(staffCase)}/${staffCase.id}/decision`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [...key, "one"] }),
  });
}
