import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, type Query } from "@/lib/calls/call-api";

export type Case = Schemas["AdminCaseOut"];
export type CasePage = Schemas["AdminCasePageOut"];
export type Decision = Schemas["AdminDecisionIn"];
export type Reported = Schemas["CatalogReportedOut"];
export type Report = Schemas["MessagingReportOut"];

type CasesQuery = Query<"GET", "/api/admin/cases">;
export type State = NonNullable<CasesQuery["state"]>;
export type ModeratedKind = NonNullable<CasesQuery["kind"]>;
export type ReportedKind = Query<"GET", "/api/admin/messages/reports">["kind"];

export interface Filters {
  state: State;
  kind: ModeratedKind | "";
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
      callApi("GET", queue, {
        query: { state, ...(kind && { kind }), ...(mine && { mine }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const caseQuery = (id: number, queue: Queue) =>
  queryOptions({
    queryKey: [...key, "one", id],
    queryFn: () => callApi("GET", `${queue}/{case_id}`, { path: { case_id: id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.acknowledgements.some(({ doneAt }) => !doneAt) ? 2_000 : false),
  });

export const reportedListingQuery = (productId: number) =>
  queryOptions({
    queryKey: [...key, "listing", productId],
    queryFn: () => callApi("GET", "/api/admin/products/{product_id}/reports", { path: { product_id: productId } }),
  });

export const strikeQuery = (strikeId: number) =>
  queryOptions({
    queryKey: [...key, "strike", strikeId],
    queryFn: () => callApi("GET", "/api/admin/auctions/strike-cases/{strike_id}", { path: { strike_id: strikeId } }),
    staleTime: 0,
  });

export const mismatchQuery = (paymentId: number) =>
  queryOptions({
    queryKey: [...key, "payment", paymentId],
    queryFn: () => callApi("GET", "/api/admin/boost/bills/{bill_id}", { path: { bill_id: paymentId } }),
    staleTime: 0,
  });

/** Each request is logged, so it is made once and never in the background. */
export const reportedWordsQuery = (kind: ReportedKind, { subjectId, about }: Case) =>
  queryOptions({
    queryKey: [...key, "words", kind, subjectId],
    queryFn: () => callApi("GET", "/api/admin/messages/reports", { query: { kind, subjectId, aboutId: about.id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useAssigning(staffCase: Case) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOwn: boolean) =>
      callApi(isOwn ? "DELETE" : "POST", `${queueOf(staffCase)}/{case_id}/claim`, {
        path: { case_id: staffCase.id },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [...key, "one"] }),
  });
}

export function useDeciding(staffCase: Case) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) =>
      callApi("POST", `${queueOf(staffCase)}/{case_id}/decision`, { path: { case_id: staffCase.id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [...key, "one"] }),
  });
}
