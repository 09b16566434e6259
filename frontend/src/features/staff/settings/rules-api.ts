import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/ask";

export type Rule = Schemas["AdminRuleOut"];
export type RuleStep = Schemas["AdminRuleStepOut"];
type Rules = Schemas["AdminRulesOut"];

const key = ["admin", "rules"];

export const rulesQuery = queryOptions({
  queryKey: key,
  queryFn: () => callApi<Rules>("GET", "/api/admin/rules"),
  staleTime: 0,
});

export function useMoving({ name, changes }: Rule) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ value, words }: { value: number; words: string }) =>
      callApi<Rules>("PUT", `/api/admin/rules/${name}`, { body: { value, changes, words } }),
    onSuccess: (rules) => client.setQueryData(key, rules),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}
