/** What a member keeps: bottles, at once on the screen, and searches. */
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "@/lib/ask";
import { messageFor } from "@/lib/messages";
import { useCurrentUser } from "@/lib/session";
import { showToast } from "@/ui/toast-store";
import type { Favourite, SavedSearch } from "./types";
import { toQuery, type Wanted } from "./wanted";

const idsQuery = queryOptions({
  queryKey: ["favourites", "ids"],
  queryFn: () => ask<number[]>("GET", "/api/favorites/ids"),
});

export const favouritesQuery = queryOptions({
  queryKey: ["favourites", "list"],
  queryFn: () => ask<Favourite[]>("GET", "/api/favorites"),
  staleTime: 0,
});

export const searchesQuery = queryOptions({
  queryKey: ["favourites", "searches"],
  queryFn: () => ask<SavedSearch[]>("GET", "/api/favorites/searches"),
  staleTime: 0,
});

/** Whether this one is kept, and the way to change that; the heart answers before the server does. */
export function useFavourite(productId: number) {
  const client = useQueryClient();
  const { user } = useCurrentUser();
  const { data: ids } = useQuery({ ...idsQuery, enabled: user !== null });
  const kept = user !== null && (ids ?? []).includes(productId);
  const { queryKey } = idsQuery;
  const set = (keep: boolean) =>
    client.setQueryData(queryKey, (known: number[] = []) =>
      keep ? [...new Set([...known, productId])] : known.filter((id) => id !== productId),
    );
  const change = useMutation({
    mutationFn: (keep: boolean) =>
      ask<{ success: true; favourites: number }>(keep ? "POST" : "DELETE", `/api/favorites/${productId}`),
    onMutate: (keep) => void set(keep),
    onError: (error, keep) => {
      set(!keep);
      const { title, text } = messageFor(error);
      showToast({ title, text, tone: "bad" });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: favouritesQuery.queryKey }),
  });
  return {
    kept,
    signedIn: user !== null,
    userId: user?.id,
    count: change.data?.favourites,
    toggle: () => change.mutate(!kept),
  };
}

function useSearches() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: searchesQuery.queryKey });
}

export function useSaveSearch() {
  const changed = useSearches();
  return useMutation({
    mutationFn: ({ wanted, name, byMail }: { wanted: Wanted; name: string; byMail: boolean }) =>
      ask<SavedSearch>("POST", "/api/favorites/searches", {
        body: { ...(name.trim() && { name: name.trim() }), wanted: toQuery(wanted), byMail },
      }),
    onSuccess: changed,
  });
}

export function useChangeSearch() {
  const changed = useSearches();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; name?: string; byMail?: boolean }) =>
      ask<SavedSearch>("PATCH", `/api/favorites/searches/${id}`, { body }),
    onSuccess: changed,
  });
}

export function useDeleteSearch() {
  const changed = useSearches();
  return useMutation({
    mutationFn: (id: number) => ask("DELETE", `/api/favorites/searches/${id}`),
    onSuccess: changed,
  });
}

export function tellSeen(searchId: number): Promise<unknown> {
  return ask("POST", `/api/favorites/searches/${searchId}/seen`).catch(() => undefined);
}
