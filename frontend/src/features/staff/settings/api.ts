import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";

export type Setting = Schemas["AdminSettingOut"];
export type SettingStep = Schemas["AdminSettingStepOut"];

const key = ["admin", "settings"];

export const settingsQuery = queryOptions({
  queryKey: key,
  queryFn: () => callApi("GET", "/api/admin/settings"),
  staleTime: 0,
});

export function useChanging({ name, isOn, changes }: Setting) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) =>
      callApi("PUT", "/api/admin/settings/{name}", { path: { name }, body: { isOn: !isOn, changes, words } }),
    onSuccess: (settings) => client.setQueryData(key, settings),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}
