import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { canUsePasskeys } from "@/shared/session/passkeys";
import { type Proof, passkeysQuery, proofRules, proveByPasskey } from "@/shared/session/proofs";
import { type User, useCurrentUser } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { NoPassword } from "./no-password";

export interface Given extends Proof {
  word?: string;
}

interface Props {
  title: string;
  button: string;
  tone?: "primary" | "danger";
  needs?: { code?: boolean; name?: boolean };
  act: (given: Given) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Mounted only while open, so that no password stays in a closed dialog. */
export function ProofDialog(props: Props) {
  const { user } = useCurrentUser();
  return user ? <Asking {...props} user={user} /> : null;
}

function Asking({ title, button, tone = "primary", needs = {}, act, onClose, children, user }: Props & { user: User }) {
  const { i18n } = useLingui();
  const formId = useId();
  const hasPassword = user.hasPassword !== false;
  const hasPasskey = useHasPasskey(user);
  const { form, field, onSubmit, showError, showRefusal } = useRuledForm<Proof>({
    name: "proof",
    rules: proofRules({ ...needs, password: false }),
    start: { password: "", code: "", name: "" },
    labels: {
      password: i18n.t("Your password"),
      code: i18n.t("Code from your authenticator app"),
      name: i18n.t("Name of this passkey"),
    },
  });
  const attempt = async (given: Given) => {
    try {
      await act(given);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code === "invalid_credentials") return showError("password", i18n.t("This is not your password."));
      if (refusal.code === "invalid_code") return showError("code", messageFor(error).text);
      if (!showRefusal(error)) showToast({ ...messageFor(error), tone: "bad" });
    }
  };
  const byPassword = (given: Proof) =>
    given.password ? attempt(given) : showError("password", i18n.t("Your password is required"));
  const byPasskey = async (given: Proof) => {
    const word = await proveByPasskey(user).catch((error) => void showToast({ ...messageFor(error), tone: "bad" }));
    if (word) await attempt({ ...given, password: "", word });
  };
  const busy = form.formState.isSubmitting;
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      {hasPasskey && (
        <Button tone={hasPassword ? "line" : tone} busy={busy} onClick={() => void onSubmit(byPasskey)()}>
          {i18n.t("Use a passkey")}
        </Button>
      )}
      {(hasPassword || !hasPasskey) && (
        <Button type="submit" form={formId} tone={tone} busy={busy}>
          {button}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <form id={formId} noValidate onSubmit={onSubmit(byPassword)} className="grid gap-4">
        {children}
        {!(hasPassword || hasPasskey) && <NoPassword />}
        {needs.name && (
          <TextField {...field("name")} hint={i18n.t("A name you will recognise: “My phone”, “Work laptop”.")} />
        )}
        {(hasPassword || !hasPasskey) && <PasswordField {...field("password")} autoComplete="current-password" />}
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

function useHasPasskey(user: User): boolean {
  const able = canUsePasskeys();
  const { data = [] } = useQuery({ ...passkeysQuery(user), enabled: able });
  return able && data.length > 0;
}
