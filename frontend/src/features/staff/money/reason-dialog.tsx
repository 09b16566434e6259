import { useLingui } from "@lingui/react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";

interface Props {
  title: string;
  button: string;
  busy: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

export function ReasonDialog({ title, button, busy, onSend, onClose, children }: Props) {
  const { i18n } = useLingui();
  const form = useId();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim()) onSend(reason.trim());
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={form} busy={busy}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <form id={form} onSubmit={send} className="grid gap-4" noValidate>
        {children}
        <TextArea
          label={i18n.t("Reason")}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={tried && !reason.trim() ? i18n.t("Please say why.") : undefined}
        />
      </form>
    </Dialog>
  );
}
