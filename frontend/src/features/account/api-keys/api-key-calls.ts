import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { proofHeaders } from "@/shared/session/proofs";
import type { User } from "@/shared/session/session";
import type { Shown } from "../api";

export type ApiKey = components["schemas"]["AuthApiKeyOut"];
export type NewApiKey = components["schemas"]["AuthNewApiKeyOut"];
export type Scope = components["schemas"]["AuthApiKeyIn"]["scopes"][number];

export interface KeyChoice {
  name: string;
  scopes: Scope[];
  days: number;
}

const ownPath = (user: User) => ({ path: { user_id: user.id } });
const ownKey = (user: User, key: ApiKey) => ({ path: { user_id: user.id, key_id: key.id } });
const proofIn = ({ password, word }: Shown) => (word ? {} : { password });

export function apiKeysQuery(user: User) {
  return queryOptions({
    queryKey: ["account", "api-keys"],
    queryFn: () => callApi("GET", "/api/user/{user_id}/api-keys", ownPath(user)),
    staleTime: 0,
  });
}

function useKeyChange<T, R>(user: User, mutationFn: (body: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery(user).queryKey }),
  });
}

export const useCreateKey = (user: User) =>
  useKeyChange(user, ({ choice, shown }: { choice: KeyChoice; shown: Shown }) =>
    callApi("POST", "/api/user/{user_id}/api-keys", {
      ...ownPath(user),
      ...proofHeaders(shown.word),
      body: { ...choice, ...proofIn(shown) },
    }),
  );

export const useRotateKey = (user: User) =>
  useKeyChange(user, ({ key, endNow, shown }: { key: ApiKey; endNow: boolean; shown: Shown }) =>
    callApi("POST", "/api/user/{user_id}/api-keys/{key_id}/rotate", {
      ...ownKey(user, key),
      ...proofHeaders(shown.word),
      body: { endNow, ...proofIn(shown) },
    }),
  );

export const useRevokeKey = (user: User) =>
  useKeyChange(user, (key: ApiKey) => callApi("DELETE", "/api/user/{user_id}/api-keys/{key_id}", ownKey(user, key)));
