import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";

export type OwnCase = Schemas["AdminOwnCaseOut"];

export const ownCaseQuery = (id: number) =>
  queryOptions({
    queryKey: ["cases", id],
    queryFn: () => callApi<OwnCase>("GET", `/api/cases/${id}`),
    staleTime: 0,
  });

export const ownStrikeQuery = (strikeId: number) =>
  queryOptions({
    queryKey: ["cases", "strikes", strikeId] as const,
    queryFn: () => callApi<OwnCase>("GET", `/api/cases/strikes/${strikeId}`),
    staleTime: 0,
  });

export const ownRestrictionQuery = (actId: number) =>
  queryOptions({
    queryKey: ["cases", "sanctions", actId] as const,
    queryFn: () => callApi<OwnCase>("GET", `/api/cases/sanctions/${actId}`),
    staleTime: 0,
  });

export const keyOf = ({ id, kind, subjectId }: Pick<OwnCase, "id" | "kind" | "subjectId">) => {
  if (kind === "sanction") return ownRestrictionQuery(subjectId).queryKey;
  return kind === "strike" ? ownStrikeQuery(subjectId).queryKey : ownCaseQuery(id).queryKey;
};

export function useAppealing(ownCase: OwnCase) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) => callApi<OwnCase>("POST", `/api/cases/${ownCase.id}/appeal`, { body: { words } }),
    onSuccess: (data) => {
      for (const key of [keyOf(ownCase), ownCaseQuery(ownCase.id).queryKey]) client.setQueryData(key, data);
    },
    onError: () => client.invalidateQueries({ queryKey: keyOf(ownCase) }),
  });
}
