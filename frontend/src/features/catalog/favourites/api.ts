import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";
import { favouritesKey } from "@/shared/favourites/use-favourite";
import { type SearchTerms, toQuery } from "../search/search-terms";

export const favouritesQuery = queryOptions({
  queryKey: [...favouritesKey, "list"],
  queryFn: () => callApi("GET", "/api/favorites"),
  staleTime: 0,
});

export const searchesQuery = queryOptions({
  queryKey: [...favouritesKey, "searches"],
  queryFn: () => callApi("GET", "/api/favorites/searches"),
  staleTime: 0,
});

function useSearches() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: searchesQuery.queryKey });
}

export function useSaveSearch() {
  const changed = useSearches();
  return useMutation({
    mutationFn: ({ terms, name, byMail }: { terms: SearchTerms; name: string; byMail: boolean }) =>
      callApi("POST", "/api/favorites/searches", {
        body: { ...(name.trim() && { name: name.trim() }), wanted: toQuery(terms), byMail },
      }),
    onSuccess: changed,
  });
}

export function useChangeSearch() {
  const changed = useSearches();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; name?: string; byMail?: boolean }) =>
      callApi("PATCH", "/api/favorites/searches/{search_id}", { path: { search_id: id }, body }),
    onSuccess: changed,
  });
}

export function useDeleteSearch() {
  const changed = useSearches();
  return useMutation({
    mutationFn: (id: number) => callApi("DELETE", "/api/favorites/searches/{search_id}", { path: { search_id: id } }),
    onSuccess: changed,
  });
}

export function markSearchSeen(searchId: number): Promise<unknown> {
  return callApi("POST", "/api/favorites/searches/{search_id}/seen", { path: { search_id: searchId } }).catch(
    () => undefined,
  );
}
