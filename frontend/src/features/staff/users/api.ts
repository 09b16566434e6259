import { i18n } from "@lingui/core";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { showToast } from "@/ui/toast-store";
import type { ActReason } from "../layout/reason-words";

export type AccountPage = Schemas["AuthAccountPageOut"];
export type RequestedBan = NonNullable<AccountPage["banAsked"]>;
export type RoleAsked = NonNullable<AccountPage["roleAsked"]>;
export type AskedRole = RoleAsked["role"];
export type PersonCases = Schemas["AdminPersonCasesOut"];
export type PersonMoney = Schemas["BoostPersonMoneyOut"];
export type Strikes = Schemas["AuctionStrikesOut"];

const NEWEST = 20;
const key = (userId: number) => ["admin", "person", userId];

/** Each request is logged, so it is made once and never in the background. */
export const accountQuery = (userId: number) =>
  queryOptions({
    queryKey: [...key(userId), "account"],
    queryFn: () => callApi("GET", "/api/admin/users/{user_id}", { path: { user_id: userId } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const personOrdersQuery = (userId: number) =>
  queryOptions({
    queryKey: [...key(userId), "orders"],
    queryFn: () => callApi("GET", "/api/admin/orders", { query: { personId: userId, limit: NEWEST } }),
  });

export const personCasesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...key(userId), "cases"],
    queryFn: () => callApi("GET", "/api/admin/cases/about/{user_id}", { path: { user_id: userId } }),
  });

export const strikesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...key(userId), "strikes"],
    queryFn: () => callApi("GET", "/api/admin/auctions/strikes/{user_id}", { path: { user_id: userId } }),
  });

export const moneyQuery = (userId: number) =>
  queryOptions({
    queryKey: [...key(userId), "money"],
    queryFn: () => callApi("GET", "/api/admin/boost/people/{user_id}", { path: { user_id: userId } }),
  });

export type SanctionRequest =
  | { what: "suspend"; days: number; code?: ActReason }
  | { what: "end-sessions" }
  | { what: "seller-rights"; isSeller: boolean }
  | { what: "identity"; isChecked: boolean };

export function useSanction(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sanction, reason }: { sanction: SanctionRequest; reason: string }) =>
      sendSanction(userId, sanction, reason),
    onSuccess: () => showToast({ title: i18n.t("Done and recorded"), tone: "good" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

function sendSanction(userId: number, sanction: SanctionRequest, reason: string) {
  const path = { user_id: userId };
  if (sanction.what === "suspend") {
    const { what: _, ...given } = sanction;
    return callApi("POST", "/api/admin/users/{user_id}/suspend", { path, body: { ...given, reason } });
  }
  if (sanction.what === "end-sessions") {
    return callApi("POST", "/api/admin/users/{user_id}/end-sessions", { path, body: { reason } });
  }
  if (sanction.what === "seller-rights") {
    const body = { isSeller: sanction.isSeller, reason };
    return callApi("PATCH", "/api/admin/users/{user_id}/seller-rights", { path, body });
  }
  const body = { isChecked: sanction.isChecked, reason };
  return callApi("PATCH", "/api/admin/users/{user_id}/identity", { path, body });
}

export function useRoleChange(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { role: AskedRole; reason: string }) =>
      callApi("PATCH", "/api/admin/users/{user_id}/role", { path: { user_id: userId }, body }),
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
    mutationFn: () => callApi("DELETE", "/api/admin/users/{user_id}/role", { path: { user_id: userId } }),
    onSuccess: () => showToast({ title: i18n.t("Done and recorded"), tone: "good" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
