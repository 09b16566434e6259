import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { shortenText } from "@/lib/i18n/shorten";
import { contentOf } from "@/shared/conversations/message-sentences";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";
import { type Message, type ReportReason, reportConversation } from "../api";

interface Props {
  userId: number;
  name: string;
  message: Message | null;
  onClose: () => void;
}

export function ReportDialog({ userId, name, message, onClose }: Props) {
  const { i18n } = useLingui();
  const formId = useId();
  const [reason, setReason] = useState<ReportReason>("scam");
  const [words, setWords] = useState("");
  const sending = useMutation({
    mutationFn: () =>
      reportConversation(userId, { reason, words: words.trim(), ...(message && { messageId: message.id }) }),
    onSuccess: () => {
      showToast({ title: i18n.t("Thank you"), text: i18n.t("Our team will look at it."), tone: "good" });
      onClose();
    },
  });
  const reasons: Record<ReportReason, string> = {
    scam: i18n.t("A scam"),
    harassment: i18n.t("Harassment"),
    counterfeit: i18n.t("A counterfeit perfume"),
    spam: i18n.t("Spam"),
    other: i18n.t("Something else"),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={formId} tone="danger" busy={sending.isPending}>
        {i18n.t("Report")}
      </Button>
    </>
  );
  const title = message ? i18n.t("Report this message") : i18n.t("Report {name}", { name });
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      {message && <Notice>{shortenText(contentOf(message), 120)}</Notice>}
      {sending.error && (
        <Notice tone="bad" role="alert">
          {messageFor(sending.error).text}
        </Notice>
      )}
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <SelectField
          label={i18n.t("What is wrong?")}
          value={reason}
          onChange={({ target }) => setReason(target.value as ReportReason)}
        >
          {Object.entries(reasons).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={i18n.t("What happened?")}
          optional
          value={words}
          maxLength={1000}
          onChange={({ target }) => setWords(target.value)}
          hint={i18n.t("The messages around it are sent with your report.")}
        />
      </form>
    </Dialog>
  );
}
