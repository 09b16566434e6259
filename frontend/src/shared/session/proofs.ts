import { i18n } from "@lingui/core";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "@/lib/calls/call-api";
import { findPasskey } from "./passkeys";
import type { User } from "./session";
import "./sign-in-words";

const ownPath = (user: User) => ({ path: { user_id: user.id } });

export const proofHeaders = (word?: string): { headers: { "Wangi-Proof"?: string } } => ({
  headers: word ? { "Wangi-Proof": word } : {},
});

export async function proveByPassword(user: User, password: string): Promise<string> {
  return (await callApi("POST", "/api/user/{user_id}/proof", { ...ownPath(user), body: { password } })).proof;
}

export async function proveByPasskey(user: User): Promise<string | null> {
  const { challengeId, publicKey } = await callApi("POST", "/api/v1/auth/passkey/options", { body: {} });
  const credential = await findPasskey(publicKey);
  if (!credential) return null;
  const body = { challengeId, credential };
  return (await callApi("POST", "/api/user/{user_id}/proof", { ...ownPath(user), body })).proof;
}

export function passkeysQuery(user: User) {
  return queryOptions({
    queryKey: ["account", "passkeys"],
    queryFn: () => callApi("GET", "/api/user/{user_id}/passkeys", ownPath(user)),
    staleTime: 0,
  });
}

export interface Proof {
  password: string;
  code: string;
  name: string;
}

export const proofRules = (needs: { password?: boolean; code?: boolean; name?: boolean }) =>
  z.object({
    password: z.string().check(z.minLength(needs.password === false ? 0 : 1, i18n.t("Your password is required"))),
    code: z.string().check(z.minLength(needs.code ? 1 : 0, i18n.t("The code is required"))),
    name: z.string().check(z.trim(), z.minLength(needs.name ? 1 : 0, i18n.t("A name is required")), z.maxLength(50)),
  });
