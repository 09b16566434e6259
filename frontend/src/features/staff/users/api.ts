import { i18n } from "@lingui/core";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";
import { showToast } from "@/ui/toast-store";
import type { ActReason } from "../layout/reason-words";
import type { Account, StaffOrder } from "../overview/api";

export type AccountPage = Schemas["AuthAccountPageOut"];
export type RequestedBan = NonNullable<AccountPage["banAsked"]>;
export type RoleAsked = NonNullable<AccountPage["roleAsked"]>;
export type AskedRole = RoleAsked["role"];
export type StaffAction = Schemas["AuthStaffActOut"];
export type PersonCases = Schemas["AdminPersonCasesOut"];
export type PersonMoney = Schemas["BoostPersonMoneyOut"];
export type Strikes = Schemas["AuctionStrikesOut"];

const NEWEST = 20;
const key = (userId: string) => ["admin", "person", userId];

/** Each request is logged, so it is made once and never in the background. */
export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key(userId), "account"],
    queryFn: () => callApi<AccountPage>("GET", `/api/admin/users/${userId}`),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const personOrdersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key(userId), "orders"],
    queryFn: () => callApi<StaffOrder[]>("GET", "/api/admin/orders", { query: { personId: userId, limit: NEWEST } }),
  });

export const personCasesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key(userId), "cases"],
    queryFn: () => callApi<PersonCases>("GET", `/api/admin/cases/about/${userId}`),
  });

export const strikesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key(userId), "strikes"],
    queryFn: () => callApi<Strikes>("GET", `/api/admin/auctions/strikes/${userId}`),
  });

export const moneyQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key(userId), "money"],
    queryFn: () => callApi<PersonMoney>("GET", `/api/admin/boost/people/${userId}`),
  });

export type SanctionRequest =
  | { what: "suspend"; days: number; code?: ActReason }
  | { what: "end-sessions" }
  | { what: "seller-rights"; isSeller: boolean }
  | { what: "identity"; isChecked: boolean };

export function useSanction(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sanction: { what, ...given }, reason }: { sanction: SanctionRequest; reason: string }) => {
      const method = what === "suspend" || what === "end-sessions" ? "POST" : "PATCH";
      return callApi<Account>(method, `/api/admin/users/${userId}/${what}`, { body: { ...given, reason } });
    },
    onSuccess: () => showToast({ title: i18n.t("Done and recorded"), tone: "good" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export function useRoleChange(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { role: AskedRole; reason: string }) =>
      callApi<Account>("PATCH", `/api/admin/users/${userId}/role`, { body }),
    onSuccess: ({ staffRole }, { role }) => {
      const isDone = (staffRole ?? "none") === role;
      showToast({ title: isDone ? i18n.t("The role was changed") : i18n.t("The role was asked for"), tone: "good" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export function useRoleWithdrawal(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<Account>("DELETE", `/api/admin/users/${userId}/role`),
    onSuccess: () => showToast({ title: i18n.t("Done and recorded"), tone: "good" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
