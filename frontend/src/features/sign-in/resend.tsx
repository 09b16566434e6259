import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { twoDigits } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { useResend, wayBack } from "./api";

const COOL_DOWN_S = 60;

interface Props {
  email: string;
  redirect?: string | null;
  size?: "small" | "medium" | "large";
  wide?: boolean;
}

export function ResendButton({ email, redirect, size = "small", wide }: Props) {
  const { i18n } = useLingui();
  const { left, send, sending } = useResendOnce();
  return (
    <Button
      tone="line"
      size={size}
      wide={wide}
      busy={sending}
      disabled={left > 0}
      onClick={() => send(email, redirect)}
    >
      {left > 0
        ? i18n.t("Sent. Again in {time}", { time: `${Math.floor(left / 60)}:${twoDigits(left % 60)}` })
        : i18n.t("Send the link again")}
    </Button>
  );
}

export function useResendOnce() {
  const { i18n } = useLingui();
  const [left, setLeft] = useState(0);
  const resend = useResend();
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = (email: string, redirect?: string | null) =>
    resend.mutate(
      { email, ...wayBack(redirect) },
      {
        onSuccess: () => {
          setLeft(COOL_DOWN_S);
          showToast({
            title: i18n.t("Check your email."),
            text: i18n.t("If this address still has to be verified, a new link is on its way."),
            tone: "good",
          });
        },
        onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
      },
    );
  return { left, send, sending: resend.isPending };
}
