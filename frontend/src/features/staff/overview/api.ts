import { i18n } from "@lingui/core";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, callApiWithHeaders } from "@/lib/calls/ask";
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
    queryFn: () => callApi<Overview>("GET", "/api/admin/overview", { query: { days } }),
    refetchInterval: 30_000,
    ...always,
  });

type Waiting = Schemas["BoostWaitingOut"] | Schemas["AdminWaitingOut"];

export const waitingQuery = (path: "/api/admin/cases/waiting" | "/api/admin/boost/waiting") =>
  queryOptions({
    queryKey: [...key, "waiting", path],
    queryFn: () => callApi<Waiting[]>("GET", path),
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
    queryFn: () => callApi<Health>("GET", path),
    refetchInterval: 15_000,
    ...always,
  });

export const countQuery = (role?: "seller") =>
  queryOptions({
    queryKey: [...key, "count", role ?? "all"],
    queryFn: async () => {
      const query = { limit: 1, ...(role && { role }) };
      return totalOf((await callApiWithHeaders<Account[]>("GET", "/api/admin/users", { query })).headers);
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
    queryFn: () => callApi<Schemas["BoostMoneyHeldOut"]>("GET", "/api/admin/boost/held"),
    refetchInterval: 30_000,
    ...always,
  });

const listQuery = <Row>(
  name: string,
  path: "/api/admin/users" | "/api/products/all" | "/api/admin/audit",
  filters: Record<string, string>,
) =>
  infiniteQueryOptions({
    queryKey: [...key, name, filters],
    initialPageParam: "",
    queryFn: async ({ pageParam }) => {
      const query = { ...filters, limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      const { data, headers } = await callApiWithHeaders<Row[]>("GET", path, { query });
      return { rows: data, next: /[?&]cursor=([^&>]+)/.exec(headers.get("Link") ?? "")?.[1] };
    },
    getNextPageParam: ({ next }) => next && decodeURIComponent(next),
    ...always,
  });

export interface PeopleFilters {
  search: string;
  role: string;
  accountStatus: string;
}

export const peopleQuery = (filters: PeopleFilters) =>
  listQuery<Account>("people", "/api/admin/users", filledFilters({ ...filters }));

const filledFilters = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value));

export interface ListingFilters {
  search: string;
  status: string;
  seller: string;
}

export const listingsQuery = (filters: ListingFilters) =>
  listQuery<Listing>("listings", "/api/products/all", filledFilters({ ...filters }));

export const auditQuery = (filters: Record<string, string>) => listQuery<Entry>("audit", "/api/admin/audit", filters);

export const foundPeopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...key, "found", search],
    queryFn: () => callApi<Account[]>("GET", "/api/admin/users", { query: { search, limit: 6 } }),
    ...always,
  });

export const ordersQuery = (status: string, search: string, person: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "orders", status, search, person],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      callApi<StaffOrder[]>("GET", "/api/admin/orders", {
        query: {
          limit: PAGE,
          ...(status && { status }),
          ...(search && !person && { search }),
          ...(person && { personId: person }),
          ...(pageParam && { before: pageParam }),
        },
      }),
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    ...always,
  });

export const chainQuery = queryOptions({
  queryKey: [...key, "chain"],
  queryFn: () => callApi<Schemas["AdminChainOut"]>("GET", "/api/admin/audit/chain"),
  ...always,
});

const totalOf = (headers: Headers) => Number(headers.get("X-Total-Count") ?? 0);

export const useBanning = () =>
  useAct(
    ({ id, ...body }: { id: number } & Schemas["AuthBanIn"]) =>
      callApi<Account>("PATCH", `/api/admin/users/${id}/ban`, { body }),
    ({ isBanned }, account) => {
      if (account.isBanned) return i18n.t("User has been banned");
      return isBanned ? i18n.t("The ban was asked for") : i18n.t("User has been unbanned");
    },
  );

export const useMovingOrder = () =>
  useAct(
    ({ id, ...body }: { id: number } & Schemas["MessagingStatusIn"]) =>
      callApi<StaffOrder>("PATCH", `/api/admin/orders/${id}/status`, { body }),
    () => i18n.t("Order status has been updated"),
  );

export const useRemoving = () =>
  useAct(
    ({ id, ...body }: { id: number } & Schemas["CatalogRemovalIn"]) =>
      callApi<Listing>("POST", `/api/admin/products/${id}/remove`, { body }),
    () => i18n.t("Listing has been removed and seller has been notified"),
  );

export const useRestoring = () =>
  useAct(
    (id: number) => callApi<Listing>("POST", `/api/admin/products/${id}/restore`),
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
