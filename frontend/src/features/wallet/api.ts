/** The wallet over HTTP: what moved, a page at a time. Amounts are in sen. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { boostKey } from "@/lib/boosts/boosts";
import { ask } from "@/lib/calls/ask";

export type Kind = "credit" | "debit";

export interface Entry {
  id: number;
  at: string;
  kind: Kind;
  amount: number;
  /** What was in the wallet afterwards. */
  balance: number;
  reason: string;
  orderId: number | null;
}

export const entriesQuery = (kind: Kind | "") =>
  infiniteQueryOptions({
    queryKey: [...boostKey, "entries", kind],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      ask<{ entries: Entry[]; next: string | null }>("GET", "/api/boost/wallet/entries", {
        query: { ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const fetchStatement = () => ask<string>("GET", "/api/boost/wallet/entries.csv", { parseAs: "text" });
