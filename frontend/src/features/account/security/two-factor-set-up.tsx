import { useLingui } from "@lingui/react";
import { useId } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { confirmTwoFactor } from "../api";
import { codeRules } from "../rules";

export interface Secret {
  secret: string;
  uri: string;
  qrSvg: string;
}

interface Props {
  user: User;
  secret: Secret;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}

export function SetUp({ user, secret, onClose, onDone }: Props) {
  const { i18n } = useLingui();
  const formId = useId();
  const { form, field, onSubmit, showError } = useRuledForm({
    name: "set-up",
    rules: codeRules(),
    start: { code: "" },
    labels: { code: i18n.t("6-digit code") },
  });
  const confirm = async ({ code }: { code: string }) => {
    try {
      onDone((await confirmTwoFactor(user, code.replaceAll(/\s/g, ""))).recoveryCodes);
    } catch (error) {
      const { text } = messageFor(error);
      if (asRefusal(error).code === "invalid_code") showError("code", text);
      else showToast({ ...messageFor(error), tone: "bad" });
    }
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={formId} busy={form.formState.isSubmitting}>
        {i18n.t("Turn on")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Turn on two-step sign-in")} onClose={onClose} actions={actions}>
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          {i18n.t("Scan this with your authenticator app.")}
          <img
            src={`data:image/svg+xml,${encodeURIComponent(secret.qrSvg)}`}
            alt={i18n.t("QR code with the secret written below")}
            className="mt-3 size-44 rounded-1 bg-surface p-2 [color-scheme:light]"
          />
        </li>
        <li>
          {i18n.t("Or type this secret into it:")}
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="select-all break-all rounded-1 bg-wash px-2 py-1 text-small">
              {inFours(secret.secret)}
            </code>
            <CopyButton text={secret.secret} what={i18n.t("Copy the secret")} />
          </div>
        </li>
        <li>
          <form id={formId} noValidate onSubmit={onSubmit(confirm)}>
            <TextField
              {...field("code")}
              autoComplete="one-time-code"
              inputMode="numeric"
              hint={i18n.t("The code the app shows now.")}
            />
          </form>
        </li>
      </ol>
    </Dialog>
  );
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
