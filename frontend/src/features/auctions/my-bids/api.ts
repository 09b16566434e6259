import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { learnServerTime } from "../room/server-time";

export type Mine = Schemas["AuctionMineOut"];
export type MineState = Mine["state"];
export type Role = "bidding" | "selling";
export type When = "running" | "over";

export const MINE = "my-auctions";
const FRESH_MS = 5_000;

export const ENDED = "my-ended-auctions";

export function lateQuery(role: Role) {
  return queryOptions({
    queryKey: [ENDED, role],
    queryFn: () => callApi("GET", "/api/auctions/mine", { query: { role, when: "over" } }),
    staleTime: FRESH_MS,
    refetchOnMount: "always",
  });
}

export function mineQuery(role: Role, when: When) {
  return infiniteQueryOptions({
    queryKey: [MINE, role, when],
    queryFn: async ({ pageParam }) => {
      const query = { role, when, cursor: pageParam };
      const page = await callApi("GET", "/api/auctions/mine", { query });
      if (page.auctions[0]) learnServerTime(page.auctions[0].auction.serverNow);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? null,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
    refetchOnMount: "always",
  });
}
