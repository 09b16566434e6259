/** The wallet over HTTP: what moved, a page at a time. Amounts are in sen. */
import { i18n } from "@lingui/core";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { boostKey } from "@/lib/boosts/boosts";
import type { Schemas } from "@/lib/calls/api-client";
import { ask } from "@/lib/calls/ask";

export type Kind = "credit" | "debit";

export type Entry = Schemas["BoostEntryOut"];

export const entriesQuery = (kind: Kind | "") =>
  infiniteQueryOptions({
    queryKey: [...boostKey, "entries", kind],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask<Schemas["BoostEntriesOut"]>("GET", "/api/boost/wallet/entries", {
        query: { ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const fetchStatement = () => ask<string>("GET", "/api/boost/wallet/entries.csv", { parseAs: "text" });

/** Why money moved, in words; a reason of a newer server stays as it is. */
export function reasonWords(reason: string): string {
  const words: Record<string, string> = {
    held: i18n.t("Paid for a boost"),
    paid: i18n.t("Paid for a boost"),
    returned: i18n.t("Returned, the boost was not paid"),
    removed: i18n.t("Rest of a boost, the listing was removed"),
    refunded: i18n.t("Boost given back"),
    late: i18n.t("Payment that came too late"),
  };
  return words[reason] ?? reason;
}
