/** What one has bought, or sold. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { ask } from "@/lib/calls/ask";

export type Order = components["schemas"]["MessagingOrderOut"];
export type Role = "buyer" | "seller";

const PAGE = 30;

export const ordersQuery = (role: Role) =>
  infiniteQueryOptions({
    queryKey: ["orders", role],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      ask<Order[]>("GET", "/api/orders", { query: { role, limit: PAGE, ...(pageParam && { before: pageParam }) } }),
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
  });
