import { i18n } from "@lingui/core";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, callApiWithHeaders, type Query } from "@/lib/calls/call-api";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { showToast } from "@/ui/toast-store";

export type Account = Schemas["AuthAccountOut"];
export type StaffOrder = Schemas["MessagingStaffOrderOut"];
export type OrderStatus = StaffOrder["status"];
export type OrderStep = Schemas["MessagingStatusIn"]["status"];
export type Listing = Schemas["CatalogProductOut"];
export type Overview = Schemas["AdminOverviewOut"];
export type Entry = Schemas["AdminAuditEntryOut"];

const key = ["admin"];
const always = { staleTime: 0 };
export const PAGE = 50;

export const overviewQuery = (days: number) =>
  queryOptions({
    queryKey: [...key, "overview", days],
    queryFn: () => callApi("GET", "/api/admin/overview", { query: { days } }),
    refetchInterval: 30_000,
    ...always,
  });

export const waitingQuery = (path: "/api/admin/cases/waiting" | "/api/admin/boost/waiting") =>
  queryOptions({
    queryKey: [...key, "waiting", path],
    queryFn: () => callApi("GET", path),
    refetchInterval: 30_000,
    ...always,
  });

export type Health = Schemas["AuthHealthOut"];

export const healthPaths = {
  auth: "/api/admin/users/health",
  catalog: "/api/admin/products/health",
  auction: "/api/admin/auctions/health",
  messaging: "/api/admin/orders/health",
  boost: "/api/admin/boost/health",
  admin: "/api/admin/health",
} as const;

export const healthQuery = (path: (typeof healthPaths)[keyof typeof healthPaths]) =>
  queryOptions({
    queryKey: [...key, "health", path],
    queryFn: () => callApi("GET", path),
    refetchInterval: 15_000,
    ...always,
  });

export const countQuery = (role?: "seller") =>
  queryOptions({
    queryKey: [...key, "count", role ?? "all"],
    queryFn: async () => {
      const query = { limit: 1, ...(role && { role }) };
      return totalOf((await callApiWithHeaders("GET", "/api/admin/users", { query })).headers);
    },
    ...always,
  });

export const liveAuctionsQuery = () =>
  queryOptions({
    queryKey: [...key, "live-auctions"],
    queryFn: async () =>
      totalOf((await callApiWithHeaders("GET", "/api/products", { query: { live: true, limit: 1 } })).headers),
    refetchInterval: 30_000,
    ...always,
  });

export const payoutHoldsQuery = () =>
  queryOptions({
    queryKey: [...key, "held"],
    queryFn: () => callApi("GET", "/api/admin/boost/held"),
    refetchInterval: 30_000,
    ...always,
  });

const listQuery = <Row>(
  name: string,
  filters: object,
  fetchPage: (page: { limit: number; cursor?: string }) => Promise<{ data: Row[]; headers: Headers }>,
) =>
  infiniteQueryOptions({
    queryKey: [...key, name, filters],
    initialPageParam: "",
    queryFn: async ({ pageParam }) => {
      const { data, headers } = await fetchPage({ limit: PAGE, ...(pageParam && { cursor: pageParam }) });
      return { rows: data, next: /[?&]cursor=([^&>]+)/.exec(headers.get("Link") ?? "")?.[1] };
    },
    getNextPageParam: ({ next }) => next && decodeURIComponent(next),
    ...always,
  });

/** A filter that is not chosen is empty. */
type Filters<Q> = { [Name in keyof Q]-?: NonNullable<Q[Name]> | "" };
type Chosen<F> = { [Name in keyof F]?: Exclude<F[Name], ""> };

const chosenFilters = <F extends object>(filters: F) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Chosen<F>;

export type PeopleFilters = Filters<Query<"GET", "/api/admin/users/export.csv">>;

export function peopleQuery(filters: PeopleFilters) {
  const chosen = chosenFilters(filters);
  return listQuery("people", chosen, (page) =>
    callApiWithHeaders("GET", "/api/admin/users", { query: { ...chosen, ...page } }),
  );
}

export const fetchPeopleTable = (filters: PeopleFilters) =>
  callApi("GET", "/api/admin/users/export.csv", { query: chosenFilters(filters), parseAs: "text" });

export type ListingFilters = Filters<Query<"GET", "/api/admin/products/export.csv">>;

export function listingsQuery(filters: ListingFilters) {
  const chosen = chosenFilters(filters);
  return listQuery("listings", chosen, (page) =>
    callApiWithHeaders("GET", "/api/products/all", { query: { ...chosen, ...page } }),
  );
}

export const fetchListingsTable = (filters: ListingFilters) =>
  callApi("GET", "/api/admin/products/export.csv", { query: chosenFilters(filters), parseAs: "text" });

export type AuditFilters = Query<"GET", "/api/admin/audit/export.csv">;

export const auditQuery = (filters: AuditFilters) =>
  listQuery("audit", filters, (page) =>
    callApiWithHeaders("GET", "/api/admin/audit", { query: { ...filters, ...page } }),
  );

export const fetchAuditTable = (filters: AuditFilters) =>
  callApi("GET", "/api/admin/audit/export.csv", { query: filters, parseAs: "text" });

export const foundPeopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...key, "found", search],
    queryFn: () => callApi("GET", "/api/admin/users", { query: { search, limit: 6 } }),
    ...always,
  });

export type OrderFilters = Filters<Query<"GET", "/api/admin/orders/export.csv">>;

export const ordersQuery = ({ status, search, personId }: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: [...key, "orders", status, search, personId],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/admin/orders", {
        query: {
          limit: PAGE,
          ...(status && { status }),
          ...(search && !personId && { search }),
          ...(personId && { personId }),
          ...(pageParam && { before: pageParam }),
        },
      }),
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    ...always,
  });

export const fetchOrdersTable = (filters: OrderFilters) =>
  callApi("GET", "/api/admin/orders/export.csv", { query: chosenFilters(filters), parseAs: "text" });

export const chainQuery = queryOptions({
  queryKey: [...key, "chain"],
  queryFn: () => callApi("GET", "/api/admin/audit/chain"),
  ...always,
});

const totalOf = (headers: Headers) => Number(headers.get("X-Total-Count") ?? 0);

export const useBanning = () =>
  useAct(
    ({ id, ...body }: { id: number } & Schemas["AuthBanIn"]) =>
      callApi("PATCH", "/api/admin/users/{user_id}/ban", { path: { user_id: id }, body }),
    ({ isBanned }, account) => {
      if (account.isBanned) return i18n.t("User has been banned");
      return isBanned ? i18n.t("The ban was asked for") : i18n.t("User has been unbanned");
    },
  );

export const useMovingOrder = () =>
  useAct(
    ({ id, ...body }: { id: number } & Schemas["MessagingStatusIn"]) =>
      callApi("PATCH", "/api/admin/orders/{deal_id}/status", { path: { deal_id: id }, body }),
    () => i18n.t("Order status has been updated"),
  );

export const useRemoving = () =>
  useAct(
    ({ id, ...body }: { id: number } & Schemas["CatalogRemovalIn"]) =>
      callApi("POST", "/api/admin/products/{product_id}/remove", { path: { product_id: id }, body }),
    () => i18n.t("Listing has been removed and seller has been notified"),
  );

export const useRestoring = () =>
  useAct(
    (id: number) => callApi("POST", "/api/admin/products/{product_id}/restore", { path: { product_id: id } }),
    () => i18n.t("Listing has been restored"),
    (error) => showToast({ title: i18n.t("Error"), text: messageFor(error).text, tone: "bad" }),
  );

function useAct<Given, Answer>(
  mutationFn: (given: Given) => Promise<Answer>,
  done: (given: Given, answer: Answer) => string,
  onError?: (error: Error) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError,
    onSuccess: (answer, given) => showToast({ title: done(given, answer), tone: "good" }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
