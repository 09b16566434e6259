/** One's own account over HTTP: the profile, what it is signed in with, and where. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, freshToken } from "@/lib/api-client";
import { makePasskey } from "@/lib/passkeys";
import type { DeviceSession, Passkey, ProfileChange } from "@/lib/people";
import { currentUserQuery, type User } from "@/lib/session";
import { readToken, storeToken } from "@/lib/token";

export type { DeviceSession, Passkey } from "@/lib/people";

const own = (user: User) => ({ params: { path: { user_id: user.id } } });

export function useChangeProfile(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileChange) => answer(api.PATCH("/api/user/{user_id}", { ...own(user), body })),
    onSuccess: async (changed, asked) => {
      // The token at hand still says that its owner may not sell; the next one says otherwise.
      if (asked.isSeller) await freshToken(readToken());
      client.setQueryData(currentUserQuery.queryKey, changed);
    },
  });
}

/** Says that the account now has, or has not, a second factor. */
export function useTellSecondFactor() {
  const client = useQueryClient();
  return (twoFactor: boolean) =>
    client.setQueryData(currentUserQuery.queryKey, (user) => (user ? { ...user, twoFactor } : user));
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      answer(api.POST("/api/user/change-password", { body })),
    // Every other session ends; this one goes on with a new token.
    onSuccess: ({ token }) => storeToken(token),
  });
}

export function sessionsQuery(user: User) {
  return queryOptions({
    queryKey: ["account", "sessions"],
    queryFn: () => answer(api.GET("/api/user/{user_id}/sessions", own(user))),
    staleTime: 0,
  });
}

/** Ends these sessions, one by one; the list is fetched again whatever came of it. */
export function useEndSessions(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sessions: DeviceSession[]) => {
      for (const { id } of sessions) {
        const path = { user_id: user.id, session_id: id };
        await answer(api.DELETE("/api/user/{user_id}/sessions/{session_id}", { params: { path } }));
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery(user).queryKey }),
  });
}

export const endEverySession = () => answer(api.POST("/api/v1/auth/logout-all"));

export function passkeysQuery(user: User) {
  return queryOptions({
    queryKey: ["account", "passkeys"],
    queryFn: () => answer(api.GET("/api/user/{user_id}/passkeys", own(user))),
    staleTime: 0,
  });
}

/** Null when the person closed the browser's question. */
export function useAddPasskey(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ password, name }: { password: string; name: string }) => {
      const call = api.POST("/api/user/{user_id}/passkeys/options", { ...own(user), body: { password } });
      const { challengeId, publicKey } = await answer(call);
      const credential = await makePasskey(publicKey);
      if (!credential) return null;
      const body = { challengeId, name, credential };
      return answer(api.POST("/api/user/{user_id}/passkeys", { ...own(user), body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery(user).queryKey }),
  });
}

export function useRemovePasskey(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ passkey, password }: { passkey: Passkey; password: string }) => {
      const path = { user_id: user.id, passkey_id: passkey.id };
      return answer(api.DELETE("/api/user/{user_id}/passkeys/{passkey_id}", { params: { path }, body: { password } }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery(user).queryKey }),
  });
}

export const beginTwoFactor = (user: User, password: string) =>
  answer(api.POST("/api/user/{user_id}/two-factor", { ...own(user), body: { password } }));

export const confirmTwoFactor = (user: User, code: string) =>
  answer(api.POST("/api/user/{user_id}/two-factor/confirm", { ...own(user), body: { code } }));

export const endTwoFactor = (user: User, password: string, code: string) =>
  answer(api.DELETE("/api/user/{user_id}/two-factor", { ...own(user), body: { password, code } }));

export const newRecoveryCodes = (user: User, password: string, code: string) =>
  answer(api.POST("/api/user/{user_id}/two-factor/recovery-codes", { ...own(user), body: { password, code } }));

export const fetchExport = (user: User) => answer(api.GET("/api/user/{user_id}/export", own(user)));

export const deleteAccount = (user: User, password: string) =>
  answer(api.DELETE("/api/user/{user_id}", { ...own(user), body: { password } }));
