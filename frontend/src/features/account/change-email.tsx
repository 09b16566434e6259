import { useLingui } from "@lingui/react";
import { useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { useChangeProfile } from "./api";
import { ConfirmChange } from "./confirm-change";
import { emailRules } from "./rules";
import { Section } from "./section";

export function ChangeEmail({ user }: { user: User }) {
  const { i18n } = useLingui();
  const change = useChangeProfile(user);
  const [newEmail, setNewEmail] = useState<string | null>(null);
  const { form, field, onSubmit, showRefusal } = useRuledForm({
    name: "new-email",
    rules: emailRules(),
    start: { email: "" },
    labels: { email: i18n.t("New email") },
  });
  const saved = () => form.reset({ email: "" });
  const failed = (error: Error, email: string) => {
    if (asRefusal(error).code === "proof_needed") return setNewEmail(email);
    if (!showRefusal(error)) showToast({ title: i18n.t("Update failed"), text: messageFor(error).text, tone: "bad" });
  };
  const send = ({ email }: { email: string }) =>
    change.mutate({ email }, { onSuccess: saved, onError: (error) => failed(error, email) });
  return (
    <Section title={i18n.t("Email")} text={i18n.t("You sign in with it, and we write to it about your deals.")}>
      <div className="grid max-w-110 gap-4">
        <p className="break-all font-medium">{user.email}</p>
        <div role="status" className="empty:hidden">
          {user.pendingEmail && (
            <Notice tone="warn" title={i18n.t("Confirm your new email.")}>
              {i18n.t("Open the link we sent to {email}. Until then we go on using {old}.", {
                email: user.pendingEmail,
                old: user.email,
              })}
            </Notice>
          )}
        </div>
        <form noValidate onSubmit={onSubmit(send)} className="grid gap-4">
          <TextField
            {...field("email")}
            type="email"
            autoComplete="email"
            hint={i18n.t("We will send a link to the new address. Until you open it, the old one stays.")}
          />
          <div>
            <Button type="submit" tone="line" busy={change.isPending}>
              {i18n.t("Change email")}
            </Button>
          </div>
        </form>
        {newEmail && (
          <ConfirmChange user={user} change={{ email: newEmail }} onSaved={saved} onClose={() => setNewEmail(null)} />
        )}
      </div>
    </Section>
  );
}
