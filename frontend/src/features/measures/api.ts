/** A person's own warning or suspension, and the appeal against it. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { ask } from "@/lib/calls/ask";

export type OwnCase = Schemas["AdminOwnCaseOut"];

export const ownCaseQuery = (id: number) =>
  queryOptions({
    queryKey: ["cases", id],
    queryFn: () => ask<OwnCase>("GET", `/api/cases/${id}`),
    staleTime: 0,
  });

export function useAppealing(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) => ask<OwnCase>("POST", `/api/cases/${id}/appeal`, { body: { words } }),
    onSuccess: (data) => client.setQueryData(ownCaseQuery(id).queryKey, data),
    // Refused, because another tab was first or the time is over: what holds now is read anew.
    onError: () => client.invalidateQueries({ queryKey: ownCaseQuery(id).queryKey }),
  });
}
