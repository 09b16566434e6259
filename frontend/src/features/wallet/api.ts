import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, nullWhenMissing } from "@/lib/calls/call-api";
import { boostKey } from "@/shared/boosts/boosts";
import { proofHeaders, proveByPassword } from "@/shared/session/proofs";
import type { User } from "@/shared/session/session";

export type Kind = "credit" | "debit";

export type Entry = Schemas["BoostEntryOut"];

export const entriesQuery = (kind: Kind | "") =>
  infiniteQueryOptions({
    queryKey: [...boostKey, "entries", kind],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/boost/wallet/entries", {
        query: { ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const fetchStatement = (kind: Kind | "") =>
  callApi("GET", "/api/boost/wallet/entries.csv", { query: kind ? { kind } : {}, parseAs: "text" });

export type Payout = Schemas["BoostPayoutOut"];
export type Account = Schemas["BoostPayoutAccountOut"];
export type AccountForm = Schemas["BoostPayoutAccountIn"];

const accountKey = [...boostKey, "payout-account"];

export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: () => nullWhenMissing(callApi("GET", "/api/boost/payout-account")),
});

export const payoutsQuery = infiniteQueryOptions({
  queryKey: [...boostKey, "payouts"],
  initialPageParam: "",
  queryFn: ({ pageParam }) => callApi("GET", "/api/boost/payouts", { query: pageParam ? { cursor: pageParam } : {} }),
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
});

export function useSettingAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ form, user, given }: { form: AccountForm | null; user: User; given: Given }) => {
      const proof = proofHeaders(given.word ?? (await proveByPassword(user, given.password)));
      const sent = form ? { ...proof, body: form } : proof;
      return callApi(form ? "PUT" : "DELETE", "/api/boost/payout-account", sent);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: boostKey }),
  });
}

export interface Given {
  password: string;
  word?: string;
}

export function useStoppingPayout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payoutId: number) =>
      callApi("POST", "/api/boost/payouts/{payout_id}/cancel", { path: { payout_id: payoutId } }),
    onSettled: () => void client.invalidateQueries({ queryKey: boostKey }),
  });
}

export function usePayingOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (amount: number) => callApi("POST", "/api/boost/payouts", { body: { amount } }),
    onSettled: () => void client.invalidateQueries({ queryKey: boostKey }),
  });
}
