import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { callApi, nullWhenSignedOut } from "@/lib/calls/call-api";
import { claimsOf, onTokenChange, readToken, removeToken, storeToken } from "@/lib/session/token";
import { readPushRecord } from "@/shared/notifications/push-record";
import type { SignedIn, User } from "./account-types";

export type { SignedIn, User } from "./account-types";

export const MESSAGES_ON_DEVICE = "wangi_messages";

export const currentUserQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async (): Promise<User | null> =>
    readToken() ? nullWhenSignedOut(callApi("GET", "/api/v1/auth/me")) : null,
});

/** `isGuest` is false until it is known that nobody is signed in. */
export function useCurrentUser() {
  const hasToken = useSyncExternalStore(onTokenChange, () => readToken() !== null);
  const query = useQuery(currentUserQuery);
  return { ...query, user: hasToken ? (query.data ?? null) : null, isGuest: !hasToken || query.data === null };
}

/** The user first: with the token alone the page would fetch the account. */
export function useEnter(): (signedIn: SignedIn) => void {
  const client = useQueryClient();
  return useCallback(
    ({ token, user }) => {
      client.setQueryData(currentUserQuery.queryKey, user);
      storeToken(token);
      // Data fetched as a guest may differ for a member.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
    },
    [client],
  );
}

/** Also signs out here when the server cannot be reached. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await callApi("POST", "/api/v1/auth/logout").catch(() => undefined);
    removeToken();
    forgetPerson(client);
  }, [client]);
}

export function followSession(client: QueryClient): () => void {
  return onTokenChange((token) => {
    const user = client.getQueryData(currentUserQuery.queryKey);
    if (!token) return user ? forgetPerson(client) : undefined;
    const sub = claimsOf(token)?.sub;
    if (user && (!sub || sub === String(user.id))) return;
    if (user) forgetOthers(client);
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  });
}

function forgetPerson(client: QueryClient): void {
  localStorage.removeItem(MESSAGES_ON_DEVICE);
  if (readPushRecord())
    import("@/shared/notifications/push").then(({ letGoOfPush }) => letGoOfPush()).catch(() => undefined);
  forgetOthers(client);
  client.setQueryData(currentUserQuery.queryKey, null);
}

function forgetOthers(client: QueryClient): void {
  client.getMutationCache().clear();
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
}
