import { useLingui } from "@lingui/react";
import { useRuledForm } from "@/lib/forms/forms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Link } from "@/ui/link";
import { showToast } from "@/ui/toast-store";
import { useForgot } from "./api";
import { useResendOnce } from "./resend";
import { onlyEmailRules } from "./rules";

interface FormProps {
  title: string;
  text: string;
  button: string;
  busy: boolean;
  disabled?: boolean;
  back: string;
  send: (email: string, showRefusal: (error: unknown) => boolean) => void;
}

function OnlyEmail({ title, text, button, busy, disabled, back, send }: FormProps) {
  const { i18n } = useLingui();
  const { field, onSubmit, showRefusal } = useRuledForm({
    name: "only",
    rules: onlyEmailRules(),
    start: { email: "" },
    labels: { email: i18n.t("Email") },
  });
  return (
    <form noValidate onSubmit={onSubmit(({ email }) => send(email, showRefusal))} className="grid gap-5">
      <h1 className="text-h2">{title}</h1>
      <p className="text-ink-2">{text}</p>
      <TextField {...field("email")} type="email" autoComplete="email" />
      <Button type="submit" size="large" wide busy={busy} disabled={disabled}>
        {button}
      </Button>
      <Button asChild tone="line" wide>
        <Link to={back}>{i18n.t("Back to login")}</Link>
      </Button>
    </form>
  );
}

export function ForgotForm({ back, onSent }: { back: string; onSent: () => void }) {
  const { i18n } = useLingui();
  const forgot = useForgot();
  return (
    <OnlyEmail
      title={i18n.t("Forgot password")}
      text={i18n.t("Enter your email and we will send you a link to choose a new password.")}
      button={i18n.t("Send the link")}
      busy={forgot.isPending}
      back={back}
      send={(email, showRefusal) =>
        forgot.mutate(email, {
          onSuccess: onSent,
          onError: (error) =>
            showRefusal(error) ||
            showToast({ title: i18n.t("Password reset failed"), text: messageFor(error).text, tone: "bad" }),
        })
      }
    />
  );
}

export function ResendForm({ back, redirect }: { back: string; redirect: string | null }) {
  const { i18n } = useLingui();
  const { left, send, sending } = useResendOnce();
  return (
    <OnlyEmail
      title={i18n.t("A new verification link")}
      text={i18n.t("Enter the email you registered with and we will send the link again.")}
      button={
        left > 0
          ? i18n.t("Sent. Again in {time}", { time: `0:${String(left).padStart(2, "0")}` })
          : i18n.t("Send the link again")
      }
      busy={sending}
      disabled={left > 0}
      back={back}
      send={(email) => send(email, redirect)}
    />
  );
}
