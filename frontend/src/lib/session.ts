/** Who is signed in, as one query that every part of the page reads. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { answer, api, type Schemas } from "./api-client";
import { Refusal } from "./refusal";
import { onTokenChange, readToken, removeToken } from "./token";

export type User = Schemas["AuthUserOut"];

/** The signed-in user, or null: a spent session is an answer, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async (): Promise<User | null> => {
    if (!readToken()) return null;
    try {
      return await answer(api.GET("/api/v1/auth/me"));
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return null;
      throw error;
    }
  },
});

export function useCurrentUser() {
  const hasToken = useSyncExternalStore(onTokenChange, () => readToken() !== null);
  const query = useQuery(currentUserQuery);
  return { ...query, user: hasToken ? (query.data ?? null) : null };
}

/** Signs out here even when the server cannot be told; nothing of the person stays in memory. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await api.POST("/api/v1/auth/logout").catch(() => undefined);
    removeToken();
    queryClient.clear();
    queryClient.setQueryData(currentUserQuery.queryKey, null);
  }, [queryClient]);
}
