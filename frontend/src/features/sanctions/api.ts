import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";

export type OwnCase = Schemas["AdminOwnCaseOut"];

export const ownCaseQuery = (id: number) =>
  queryOptions({
    queryKey: ["cases", id],
    queryFn: () => callApi("GET", "/api/cases/{case_id}", { path: { case_id: id } }),
    staleTime: 0,
  });

export const ownStrikeQuery = (strikeId: number) =>
  queryOptions({
    queryKey: ["cases", "strikes", strikeId] as const,
    queryFn: () => callApi("GET", "/api/cases/strikes/{strike_id}", { path: { strike_id: strikeId } }),
    staleTime: 0,
  });

export const ownRestrictionQuery = (actId: number) =>
  queryOptions({
    queryKey: ["cases", "sanctions", actId] as const,
    queryFn: () => callApi("GET", "/api/cases/sanctions/{act_id}", { path: { act_id: actId } }),
    staleTime: 0,
  });

export const keyOf = ({ id, kind, subjectId }: Pick<OwnCase, "id" | "kind" | "subjectId">) => {
  if (kind === "sanction") return ownRestrictionQuery(subjectId).queryKey;
  return kind === "strike" ? ownStrikeQuery(subjectId).queryKey : ownCaseQuery(id).queryKey;
};

export function useAppealing(ownCase: OwnCase) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) =>
      callApi("POST", "/api/cases/{case_id}/appeal", { path: { case_id: ownCase.id }, body: { words } }),
    onSuccess: (data) => {
      for (const key of [keyOf(ownCase), ownCaseQuery(ownCase.id).queryKey]) client.setQueryData(key, data);
    },
    onError: () => client.invalidateQueries({ queryKey: keyOf(ownCase) }),
  });
}
