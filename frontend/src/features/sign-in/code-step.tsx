import { useLingui } from "@lingui/react";
import { useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { codeRules } from "./rules";

interface Props {
  send: (code: string) => Promise<unknown>;
  onBack: () => void;
}

export function CodeStep({ send, onBack }: Props) {
  const { i18n } = useLingui();
  const [recovery, setRecovery] = useState(false);
  return (
    <div className="grid gap-5">
      <h2 className="text-h2">{i18n.t("Second step")}</h2>
      <p className="text-ink-2">
        {recovery
          ? i18n.t("Enter one of the recovery codes you kept. Each of them works once.")
          : i18n.t("Open your authenticator app and enter the 6-digit code it shows for Wangi.")}
      </p>
      <CodeForm key={String(recovery)} recovery={recovery} send={send} />
      <div className="flex flex-wrap gap-x-6">
        <Button tone="quiet" className="link px-0 font-normal" onClick={() => setRecovery(!recovery)}>
          {recovery ? i18n.t("Use the authenticator app") : i18n.t("Use a recovery code instead")}
        </Button>
        <Button tone="quiet" className="link px-0 font-normal" onClick={onBack}>
          {i18n.t("Back to login")}
        </Button>
      </div>
    </div>
  );
}

function CodeForm({ recovery, send }: { recovery: boolean; send: Props["send"] }) {
  const { i18n } = useLingui();
  const label = recovery ? i18n.t("Recovery code") : i18n.t("6-digit code");
  const { form, field, onSubmit, showError } = useRuledForm({
    name: "second",
    rules: codeRules(recovery),
    start: { code: "" },
    labels: { code: label },
  });
  const attempt = async ({ code }: { code: string }) => {
    try {
      await send(recovery ? code.trim() : code.replaceAll(/\s/g, ""));
    } catch (error) {
      const { title, text } = messageFor(error, i18n.t("Login failed"));
      if (asRefusal(error).code === "invalid_code") showError("code", text);
      else showToast({ title, text, tone: "bad" });
    }
  };
  return (
    <form noValidate onSubmit={onSubmit(attempt)} className="grid gap-5">
      <TextField
        {...field("code")}
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        inputMode={recovery ? "text" : "numeric"}
        className="max-w-60"
      />
      <Button type="submit" size="large" wide busy={form.formState.isSubmitting}>
        {i18n.t("Sign In")}
      </Button>
    </form>
  );
}
