/** A dialog that asks for the password before something about the account changes. */
import { useLingui } from "@lingui/react";
import { type ReactNode, useId } from "react";
import { useRuledForm } from "@/lib/forms";
import { messageFor } from "@/lib/messages";
import { asRefusal } from "@/lib/refusal";
import { useCurrentUser } from "@/lib/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { NoPassword } from "./no-password";
import { type Proof, proofRules } from "./rules";

interface Props {
  title: string;
  button: string;
  tone?: "primary" | "danger";
  needs?: { code?: boolean; name?: boolean };
  /** Does it; throws the refusal. */
  act: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Shown only while it is open, so that a password never waits in a closed dialog. */
export function ProofDialog({ title, button, tone = "primary", needs = {}, act, onClose, children }: Props) {
  const { i18n } = useLingui();
  const formId = useId();
  const { user } = useCurrentUser();
  const { form, field, onSubmit, tell, told } = useRuledForm<Proof>({
    name: "proof",
    rules: proofRules(needs),
    start: { password: "", code: "", name: "" },
    labels: {
      password: i18n.t("Your password"),
      code: i18n.t("Code from your authenticator app"),
      name: i18n.t("Name of this passkey"),
    },
  });
  const send = async (proof: Proof) => {
    try {
      await act(proof);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code === "invalid_credentials") return tell("password", i18n.t("This is not your password."));
      if (refusal.code === "invalid_code") return tell("code", messageFor(error).text);
      if (!told(error)) showToast({ ...messageFor(error), tone: "bad" });
    }
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={formId} tone={tone} busy={form.formState.isSubmitting}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <form id={formId} noValidate onSubmit={onSubmit(send)} className="grid gap-4">
        {children}
        {user?.hasPassword === false && <NoPassword />}
        {needs.name && (
          <TextField {...field("name")} hint={i18n.t("So that you know it later: “My phone”, “Work laptop”.")} />
        )}
        <PasswordField {...field("password")} autoComplete="current-password" />
        {needs.code && (
          <TextField
            {...field("code")}
            autoComplete="one-time-code"
            inputMode="numeric"
            hint={i18n.t("Or one of your recovery codes.")}
          />
        )}
      </form>
    </Dialog>
  );
}
