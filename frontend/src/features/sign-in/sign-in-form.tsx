import { useLingui } from "@lingui/react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { asRefusal, type Refusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { SignInBody } from "@/shared/session/account-types";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { TextField } from "@/ui/field";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { resendVerificationPath, useSignIn } from "./api";
import { CodeStep } from "./code-step";
import { ResendButton } from "./resend";
import { emailRules, usernameRules } from "./rules";

interface Handle {
  handle: string;
  password: string;
}

interface Props {
  username?: string;
  forgot: string;
  children?: React.ReactNode;
}

export function SignInForm({ username = "", forgot, children }: Props) {
  const { i18n } = useLingui();
  const [byEmail, setByEmail] = useState(false);
  const [credentials, setCredentials] = useState<SignInBody | null>(null);
  const signIn = useSignIn();
  if (credentials) {
    return (
      <CodeStep send={(code) => signIn.mutateAsync({ ...credentials, code })} onBack={() => setCredentials(null)} />
    );
  }
  return (
    <>
      <Credentials
        key={String(byEmail)}
        by={byEmail ? "email" : "username"}
        start={byEmail ? "" : username}
        forgot={forgot}
        onSecondStep={setCredentials}
      />
      <Button
        tone="quiet"
        className="link mt-3 px-0 font-normal hover:bg-transparent"
        onClick={() => setByEmail(!byEmail)}
      >
        {byEmail ? i18n.t("Use username and password") : i18n.t("Use email and password")}
      </Button>
      {children}
    </>
  );
}

interface CredentialsProps {
  by: "username" | "email";
  start: string;
  forgot: string;
  onSecondStep: (body: SignInBody) => void;
}

function Credentials({ by, start, forgot, onSecondStep }: CredentialsProps) {
  const { i18n } = useLingui();
  const { field, summary, onSubmit, showRefusal } = useRuledForm<Handle>({
    name: "sign-in",
    rules: by === "email" ? emailRules() : usernameRules(),
    start: { handle: start, password: "" },
    labels: { handle: by === "email" ? i18n.t("Email") : i18n.t("Username"), password: i18n.t("Password") },
  });
  const { send, sending, refusal, tried } = useCredentials(by, onSecondStep, showRefusal);
  const forgotLink = (
    <Link to={forgot} className="link inline-flex min-h-6 items-center text-small">
      {i18n.t("Forgot password")}
    </Link>
  );
  return (
    <form noValidate onSubmit={onSubmit(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {refusal && <Stopped refusal={refusal} email={tried?.email ?? undefined} />}
      <TextField
        {...field("handle")}
        type={by === "email" ? "email" : "text"}
        autoComplete={by === "email" ? "email webauthn" : "username webauthn"}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field("password")} autoComplete="current-password" aside={forgotLink} />
      <Button type="submit" size="large" wide busy={sending} className="mt-1">
        {i18n.t("Sign In")}
      </Button>
    </form>
  );
}

function useCredentials(
  by: CredentialsProps["by"],
  onSecondStep: (body: SignInBody) => void,
  showRefusal: (error: unknown) => boolean,
) {
  const { i18n } = useLingui();
  const signIn = useSignIn();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [tried, setTried] = useState<SignInBody | null>(null);
  const refused = (error: Error, body: SignInBody) => {
    const refusal = asRefusal(error);
    if (refusal.code === "two_factor_required") return onSecondStep(body);
    setRefusal(refusal);
    setTried(body);
    if (showRefusal(error)) return;
    showToast({ title: i18n.t("Login failed"), text: messageFor(error).text, tone: "bad" });
  };
  const send = ({ handle, password }: Handle) => {
    setRefusal(null);
    const body = { [by]: handle, password };
    signIn.mutate(body, { onError: (error) => refused(error, body) });
  };
  return { send, sending: signIn.isPending, refusal, tried };
}

function Stopped({ refusal, email }: { refusal: Refusal; email?: string }) {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  const redirect = params.get("redirect");
  if (refusal.code === "email_not_verified") {
    return (
      <Notice tone="warn" title={i18n.t("Your email is not verified yet.")}>
        <p className="mb-2">{i18n.t("Please open the link in your email first, then sign in.")}</p>
        {email ? (
          <ResendButton email={email} redirect={redirect} />
        ) : (
          <Link className="link" to={resendVerificationPath(redirect)}>
            {i18n.t("Send the link again")}
          </Link>
        )}
      </Notice>
    );
  }
  if (!refusal.retryAfter) return null;
  const { title, text } = messageFor(refusal);
  return (
    <Notice tone="warn" title={title}>
      {text}
    </Notice>
  );
}
