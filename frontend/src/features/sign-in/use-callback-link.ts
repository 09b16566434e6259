import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import type { Link } from "@/lib/session/mail-link";
import { isSignedToken, readToken } from "@/lib/session/token";
import { currentUserQuery, useEnter } from "@/shared/session/session";
import { showToast } from "@/ui/toast-store";
import { exchangeSession } from "./api";
import { wordsForTrouble } from "./troubles";
import { useOnce } from "./use-once";

export type Callback =
  | { state: "working" }
  | { state: "confirm" }
  | { state: "code" }
  | { state: "done" }
  | { state: "failed"; message: string };

export function useCallbackLink({ token, trouble }: Link) {
  const { i18n } = useLingui();
  const [callback, setCallback] = useState<Callback>({ state: "working" });
  const enter = useEnter();
  const client = useQueryClient();

  const fail = (message: string) => {
    setCallback({ state: "failed", message });
    const name = sessionStorage.getItem("wangi_provider");
    if (name) showToast({ title: i18n.t("{name} login failed", { name }), text: message, tone: "bad" });
  };
  const failedWith = (description?: string) =>
    description ? i18n.t("Authentication failed: {description}", { description }) : i18n.t("Authentication failed");
  const exchange = async (code?: string) => {
    const signedIn = await exchangeSession(token ?? "", code);
    if (signedIn && !signedIn.user) return fail(i18n.t("Failed to get user data"));
    if (signedIn) {
      enter(signedIn);
      return setCallback({ state: "done" });
    }
    if (!readToken()) return fail(i18n.t("Failed to get session"));
    await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    setCallback({ state: "done" });
  };
  const begin = async () => {
    if (trouble) return fail(failedWith(wordsForTrouble(trouble)));
    if (!token) return fail(i18n.t("No authentication data found in the URL"));
    // A one-time token works only in the browser that requested it. A signed token works anywhere, so it is confirmed.
    if (isSignedToken(token)) return setCallback({ state: "confirm" });
    await send();
  };
  const send = async () => {
    setCallback({ state: "working" });
    try {
      await exchange();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code === "two_factor_required") return setCallback({ state: "code" });
      fail(refusal.status >= 500 ? i18n.t("Failed to sync user") : i18n.t("Failed to get session"));
    }
  };
  useOnce(() => void begin());
  return { callback, confirm: send, sendCode: exchange };
}
