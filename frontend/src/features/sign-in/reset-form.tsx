import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { Link } from "@/ui/link";
import { NewPasswordField } from "@/ui/new-password-field";
import { Notice } from "@/ui/notice";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { useReset } from "./api";
import { type ResetForm as Form, resetRules } from "./rules";
import type { SignInWays } from "./sign-in-ways";

interface Props {
  token: string | null;
  onReset: (ways: SignInWays) => void;
}

export function ResetForm({ token, onReset }: Props) {
  const { i18n } = useLingui();
  const missing = i18n.t("Missing reset token. Please use the password reset link from your email.");
  const reset = useReset();
  const { form, field, summary, onSubmit, showRefusal } = useRuledForm<Form>({
    name: "reset",
    rules: resetRules(),
    start: { password: "", confirmPassword: "" },
    labels: { password: i18n.t("New password"), confirmPassword: i18n.t("Confirm new password") },
  });
  const failed = (text: string) => showToast({ title: i18n.t("Password Reset Failed"), text, tone: "bad" });
  const send = ({ password }: Form) => {
    if (!token) return failed(missing);
    reset.mutate(
      { token, password },
      { onSuccess: onReset, onError: (error) => showRefusal(error) || failed(messageFor(error).text) },
    );
  };
  useOnceWhen(!token, () => failed(missing));
  const spent = reset.error && asRefusal(reset.error).code === "invalid_link";
  return (
    <form noValidate onSubmit={onSubmit(send)} className="grid gap-5">
      <h1 className="text-h2">{i18n.t("Reset Your Password")}</h1>
      {(!token || spent) && (
        <Notice tone="bad" title={token ? i18n.t("This link is not valid any more.") : missing}>
          <Link className="link" to={paths.forgot}>
            {i18n.t("Ask for a new link")}
          </Link>
        </Notice>
      )}
      <ErrorSummary {...summary} />
      <NewPasswordField {...field("password")} typed={form.watch("password")} />
      <PasswordField {...field("confirmPassword")} autoComplete="new-password" />
      <Button type="submit" size="large" wide busy={reset.isPending}>
        {i18n.t("Save the new password")}
      </Button>
      <p className="text-meta text-ink-3">{i18n.t("Every device is signed out when the new password is saved.")}</p>
    </form>
  );
}

function useOnceWhen(when: boolean, run: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when the screen opens
  useEffect(() => {
    if (when) run();
  }, [when]);
}
