import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { Link } from "@/lib/session/mail-link";
import { isSignedToken, readToken } from "@/lib/session/token";
import { currentUserQuery, useEnter } from "@/shared/session/session";
import { showToast } from "@/ui/toast-store";
import { exchangeSession, verifyEmail } from "./api";
import { wordsForTrouble } from "./troubles";
import { useOnce } from "./use-once";

export type Variant = "session" | "redirect" | "back";

export interface Verification {
  state: "working" | "confirm" | "done" | "failed";
  message?: string;
  confirm?: () => void;
  retry?: () => void;
}

export function useVerification(link: Link, variant: Variant): Verification {
  const { i18n } = useLingui();
  const [outcome, setOutcome] = useState<Verification>({ state: "working" });
  const verify = useVerify(variant);
  const findProblem = useProblem(link, variant);
  const unexpected =
    variant === "session"
      ? i18n.t("An unexpected error occurred during verification")
      : i18n.t("An unexpected error occurred");

  const begin = () => {
    if (variant !== "redirect" && link.token && isSignedToken(link.token) && !findProblem())
      return setOutcome({ state: "confirm", confirm: () => void attempt() });
    void attempt();
  };
  const attempt = async () => {
    const problem = findProblem();
    if (problem || !link.token) return setOutcome({ state: "failed", message: problem });
    setOutcome({ state: "working" });
    try {
      await verify(link.token);
      setOutcome({ state: "done" });
    } catch (error) {
      const refusal = asRefusal(error);
      const mayHelp = refusal.status === 0 || refusal.status >= 500 || refusal.status === 429;
      const sentence = messageFor(error).text || i18n.t("Email verification failed");
      setOutcome({
        state: "failed",
        message: mayHelp ? unexpected : sentence,
        retry: mayHelp ? () => void attempt() : undefined,
      });
    }
  };
  useOnce(begin);
  return outcome;
}

function useProblem({ token, refreshToken, type, trouble }: Link, variant: Variant): () => string | undefined {
  const { i18n } = useLingui();
  return () => {
    if (trouble) return wordsForTrouble(trouble) ?? i18n.t("Email verification failed");
    if (token && isSignedToken(token) && readToken())
      return i18n.t("You're already signed in. Sign out to use this link.");
    if (variant !== "session") return token ? undefined : i18n.t("Missing verification token");
    if (type === "signup" && token && refreshToken) return undefined;
    return i18n.t("Invalid verification link or missing parameters");
  };
}

function useVerify(variant: Variant): (token: string) => Promise<void> {
  const { i18n } = useLingui();
  const enter = useEnter();
  const client = useQueryClient();
  return async (token) => {
    if (variant === "redirect") {
      await verifyEmail(token, { signIn: false });
      await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      return;
    }
    // A link never replaces the session of this browser.
    const signedIn = isSignedToken(token)
      ? await exchangeSession(token)
      : await verifyEmail(token, { signIn: !readToken() });
    if (!signedIn && !readToken()) throw new Error("Not signed in");
    if (signedIn?.token && signedIn.user) enter({ token: signedIn.token, user: signedIn.user });
    else await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    showToast({
      title: i18n.t("Email verified successfully"),
      text: i18n.t("Your account has been verified. You can now sign in."),
      tone: "good",
    });
  };
}
