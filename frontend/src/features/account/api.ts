import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { freshToken } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { readToken, storeToken } from "@/lib/session/token";
import type { DeviceSession, Passkey, ProfileChange } from "@/shared/session/account-types";
import { makePasskey } from "@/shared/session/passkeys";
import { passkeysQuery, proofHeaders } from "@/shared/session/proofs";
import { currentUserQuery, type User } from "@/shared/session/session";

export type { DeviceSession, Passkey } from "@/shared/session/account-types";

const ownPath = (user: User) => ({ path: { user_id: user.id } });

export interface Shown {
  password: string;
  word?: string;
}
const passwordIn = ({ password, word }: Shown) => (word ? {} : { password });

export function useChangeProfile(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ proof, ...body }: ProfileChange & { proof?: string }) =>
      callApi("PATCH", "/api/user/{user_id}", { ...ownPath(user), ...proofHeaders(proof), body }),
    onSuccess: async (changed, change) => {
      // The current token still lacks the seller's rights.
      if (change.isSeller) await freshToken(readToken());
      client.setQueryData(currentUserQuery.queryKey, changed);
    },
  });
}

export function usePublishSecondFactor() {
  const client = useQueryClient();
  return (twoFactor: boolean) => {
    const user = client.setQueryData(currentUserQuery.queryKey, (current) =>
      current ? { ...current, twoFactor } : current,
    );
    if (user?.staffRole) void client.invalidateQueries(currentUserQuery);
  };
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      callApi("POST", "/api/user/change-password", { body }),
    onSuccess: ({ token }) => storeToken(token),
  });
}

export function sessionsQuery(user: User) {
  return queryOptions({
    queryKey: ["account", "sessions"],
    queryFn: () => callApi("GET", "/api/user/{user_id}/sessions", ownPath(user)),
    staleTime: 0,
  });
}

export function useEndSessions(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sessions: DeviceSession[]) => {
      for (const { id } of sessions) {
        const path = { user_id: user.id, session_id: id };
        await callApi("DELETE", "/api/user/{user_id}/sessions/{session_id}", { path });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery(user).queryKey }),
  });
}

export const endEverySession = () => callApi("POST", "/api/v1/auth/logout-all");

export function useAddPasskey(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, ...shown }: Shown & { name: string }) => {
      const how = { ...ownPath(user), ...proofHeaders(shown.word), body: passwordIn(shown) };
      const { challengeId, publicKey } = await callApi("POST", "/api/user/{user_id}/passkeys/options", how);
      const credential = await makePasskey(publicKey);
      if (!credential) return null;
      const body = { challengeId, name, credential };
      return callApi("POST", "/api/user/{user_id}/passkeys", { ...ownPath(user), body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery(user).queryKey }),
  });
}

export function useRemovePasskey(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ passkey, ...shown }: Shown & { passkey: Passkey }) => {
      const path = { user_id: user.id, passkey_id: passkey.id };
      const how = { path, ...proofHeaders(shown.word), body: passwordIn(shown) };
      return callApi("DELETE", "/api/user/{user_id}/passkeys/{passkey_id}", how);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery(user).queryKey }),
  });
}

export const beginTwoFactor = (user: User, shown: Shown) =>
  callApi("POST", "/api/user/{user_id}/two-factor", {
    ...ownPath(user),
    ...proofHeaders(shown.word),
    body: passwordIn(shown),
  });

export const confirmTwoFactor = (user: User, code: string) =>
  callApi("POST", "/api/user/{user_id}/two-factor/confirm", { ...ownPath(user), body: { code } });

const withCode = (user: User, shown: Shown, code: string) => ({
  ...ownPath(user),
  ...proofHeaders(shown.word),
  body: { ...passwordIn(shown), code },
});

export const endTwoFactor = (user: User, shown: Shown, code: string) =>
  callApi("DELETE", "/api/user/{user_id}/two-factor", withCode(user, shown, code));

export const newRecoveryCodes = (user: User, shown: Shown, code: string) =>
  callApi("POST", "/api/user/{user_id}/two-factor/recovery-codes", withCode(user, shown, code));

/** Kept as bytes, because an export may be too large to parse. */
export const fetchExport = (user: User) =>
  callApi("GET", "/api/user/{user_id}/export", { ...ownPath(user), parseAs: "blob" });

export function deleteAccount(user: User, shown: Shown, leftCredit?: number) {
  const body = { ...passwordIn(shown), ...(leftCredit !== undefined && { leftCredit }) };
  return callApi("DELETE", "/api/user/{user_id}", { ...ownPath(user), ...proofHeaders(shown.word), body });
}
