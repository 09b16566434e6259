import { i18n } from "@lingui/core";
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { Refusal } from "@/lib/calls/refusal";
import { paths, safeReturnPath } from "@/shared/navigation/paths";
import type { SignInBody } from "@/shared/session/account-types";
import { findPasskey } from "@/shared/session/passkeys";
import { useEnter } from "@/shared/session/session";
import "@/shared/session/sign-in-words";

export type Registration = Schemas["AuthRegisterIn"];

export const providersQuery = queryOptions({
  queryKey: ["sign-in providers"],
  queryFn: () => callApi("GET", "/api/v1/auth/providers"),
});

export function useSignIn() {
  const enter = useEnter();
  return useMutation({
    mutationFn: async (body: SignInBody) => {
      if (!body.username && !body.email) {
        throw new Refusal(422, "no_handle", i18n.t("Email or username is required"));
      }
      return callApi("POST", "/api/v1/auth/login", { body });
    },
    onSuccess: enter,
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: Registration) => callApi("POST", "/api/v1/auth/register", { body }),
  });
}

export function useForgot() {
  return useMutation({
    mutationFn: (email: string) => callApi("POST", "/api/v1/auth/forgot-password", { body: { email } }),
  });
}

export const resendVerificationPath = (redirect: string | null) =>
  redirect ? `${paths.askAgain}&redirect=${encodeURIComponent(redirect)}` : paths.askAgain;

export function wayBack(redirect: string | null | undefined): { redirect?: string } {
  const path = safeReturnPath(redirect ?? null);
  return path === paths.home ? {} : { redirect: path };
}

export function useResend() {
  return useMutation({
    mutationFn: (body: { email: string; redirect?: string }) =>
      callApi("POST", "/api/v1/auth/resend-verification", { body }),
  });
}

export function useReset() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => callApi("POST", "/api/update-password", { body }),
  });
}

export function useUndoEmail() {
  return useMutation({
    mutationFn: (token: string) => callApi("POST", "/api/undo-email", { body: { token } }),
  });
}

export const verifyEmail = (token: string, { signIn }: { signIn: boolean }) =>
  callApi("POST", "/api/verify-email", { body: { token, signIn } });

const PAUSE_MS = 500;
const MIN_MS = 5_000;
const LAST_EXCHANGE = "wangi_last_exchange";

/** Stored per tab, so that a reload does not reset the pause. */
function startExchange() {
  const passed = Date.now() - Number(sessionStorage.getItem(LAST_EXCHANGE));
  // A clock that was set back must not block the exchange.
  if (passed >= 0 && passed < MIN_MS) return false;
  sessionStorage.setItem(LAST_EXCHANGE, String(Date.now()));
  return true;
}

export async function exchangeSession(supabaseToken: string, code?: string) {
  if (!code) {
    if (!startExchange()) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return callApi("POST", "/api/v1/auth/session", { body: { supabaseToken, ...(code && { code }) } });
}

export async function signInByPasskey(quiet?: AbortSignal) {
  const { challengeId, publicKey } = await callApi("POST", "/api/v1/auth/passkey/options", { body: {} });
  const credential = await findPasskey(publicKey, quiet);
  if (!credential) return null;
  return callApi("POST", "/api/v1/auth/passkey", { body: { challengeId, credential } });
}
