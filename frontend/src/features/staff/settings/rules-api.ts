import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";

export type Rule = Schemas["AdminRuleOut"];
export type RuleStep = Schemas["AdminRuleStepOut"];

const key = ["admin", "rules"];

export const rulesQuery = queryOptions({
  queryKey: key,
  queryFn: () => callApi("GET", "/api/admin/rules"),
  staleTime: 0,
});

export function useMoving({ name, changes }: Rule) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ value, words }: { value: number; words: string }) =>
      callApi("PUT", "/api/admin/rules/{name}", { path: { name }, body: { value, changes, words } }),
    onSuccess: (rules) => client.setQueryData(key, rules),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}
