import { useLingui } from "@lingui/react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { NoPassword } from "@/shared/session/no-password";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { NewPasswordField } from "@/ui/new-password-field";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { useChangePassword } from "../api";
import { type PasswordChange as Form, passwordRules } from "../rules";
import { Section } from "../section";

const EMPTY: Form = { currentPassword: "", newPassword: "", confirmPassword: "" };

export function ChangePassword({ user }: { user: User }) {
  const { i18n } = useLingui();
  return (
    <Section
      title={i18n.t("Change password")}
      text={i18n.t(
        "Every other device is signed out when the new password is saved. Your API keys and webhooks keep working, so review them below.",
      )}
    >
      {user.hasPassword === false ? <NoPassword /> : <PasswordForm user={user} />}
    </Section>
  );
}

function PasswordForm({ user }: { user: User }) {
  const { i18n } = useLingui();
  const ruled = useRuledForm<Form>({
    name: "password",
    rules: passwordRules(),
    start: EMPTY,
    labels: {
      currentPassword: i18n.t("Current password"),
      newPassword: i18n.t("New password"),
      confirmPassword: i18n.t("Confirm new password"),
    },
  });
  const { form, field, summary, onSubmit } = ruled;
  const { send, sending, mismatch } = useSend(ruled);
  return (
    <form noValidate onSubmit={mismatch(onSubmit(send))} className="grid max-w-110 gap-4">
      <ErrorSummary {...summary} />
      <input type="text" hidden readOnly autoComplete="username" value={user.username} />
      <PasswordField {...field("currentPassword")} autoComplete="current-password" />
      <NewPasswordField {...field("newPassword")} typed={form.watch("newPassword")} />
      <PasswordField {...field("confirmPassword")} autoComplete="new-password" />
      <div>
        <Button type="submit" busy={sending}>
          {i18n.t("Change password")}
        </Button>
      </div>
    </form>
  );
}

function useSend({ form, showError, showRefusal }: ReturnType<typeof useRuledForm<Form>>) {
  const { i18n } = useLingui();
  const change = useChangePassword();
  const failed = (error: Error) => {
    if (showRefusal(error)) return;
    const { code } = asRefusal(error);
    const wrong = code === "invalid_credentials" && i18n.t("Current password is incorrect.");
    if (wrong) showError("currentPassword", wrong);
    const spoken = wrong || (["network", "unexpected"].includes(code) ? "" : messageFor(error).text);
    const text = spoken || i18n.t("Failed to change password. Please check your current password and try again.");
    showToast({ title: i18n.t("Error"), text, tone: "bad" });
  };
  const finish = () => {
    form.reset(EMPTY);
    showToast({
      title: i18n.t("Your password was changed"),
      text: i18n.t("Your other devices were signed out."),
      tone: "good",
    });
  };
  return {
    send: ({ currentPassword, newPassword }: Form) =>
      change.mutate({ currentPassword, newPassword }, { onSuccess: finish, onError: failed }),
    sending: change.isPending,
    mismatch:
      (submit: (event: React.SubmitEvent<HTMLFormElement>) => Promise<void>) =>
      (event: React.SubmitEvent<HTMLFormElement>) => {
        const { newPassword, confirmPassword } = form.getValues();
        if (newPassword && confirmPassword && newPassword !== confirmPassword) {
          const text = i18n.t("New password and confirmation password must match");
          showToast({ title: i18n.t("Passwords don't match"), text, tone: "bad" });
        }
        return submit(event);
      },
  };
}
