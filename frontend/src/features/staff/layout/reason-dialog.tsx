import { useLingui } from "@lingui/react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { type ActReason, actReasons } from "./reason-words";

interface Props {
  title: string;
  text: string;
  button: string;
  optional?: boolean;
  busy: boolean;
  error: Error | null;
  listed?: boolean;
  given?: ActReason;
  children?: ReactNode;
  asksWhy?: boolean;
  isHarmless?: boolean;
  onSend: (reason: string, code?: ActReason) => void;
  onClose: () => void;
}

export function ReasonDialog({
  title,
  text,
  button,
  optional,
  listed,
  given,
  busy,
  error,
  children,
  asksWhy = listed,
  isHarmless,
  onSend,
  onClose,
}: Props) {
  const { i18n } = useLingui();
  const form = useId();
  const [reason, setReason] = useState("");
  const [code, setCode] = useState<ActReason>(given ?? "other");
  const [isTried, setTried] = useState(false);
  const isMissing = !optional && !reason.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) onSend(reason.trim(), listed ? code : undefined);
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone={isHarmless ? "primary" : "danger"} type="submit" form={form} busy={busy}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <form id={form} onSubmit={send} className="grid gap-4" noValidate>
        {error && (
          <Notice tone="bad" role="alert" title={i18n.t("Error")}>
            {messageFor(error).text}
          </Notice>
        )}
        <p>{text}</p>
        {children}
        {listed && (
          <SelectField
            label={i18n.t("Why")}
            value={code}
            hint={i18n.t("The person reads it in their own language.")}
            onChange={({ target }) => setCode(target.value as ActReason)}
          >
            {actReasons().map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextArea
          label={asksWhy ? i18n.t("In your own words") : i18n.t("Reason")}
          optional={optional}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isTried && isMissing ? i18n.t("Please say why.") : undefined}
        />
      </form>
    </Dialog>
  );
}
