/** How data is fetched: once, never stale by itself; screens refetch on purpose. */
import { QueryClient } from "@tanstack/react-query";
import { ask } from "./ask";

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A query without a function of its own reads the address its key begins with.
        queryFn: ({ queryKey }) => ask("GET", String(queryKey[0])),
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
}
