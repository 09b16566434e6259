import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { type ReportReason, reportOrder } from "@/shared/orders/orders";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";

export function WrongDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { i18n } = useLingui();
  const [reason, setReason] = useState<ReportReason>("other");
  const [words, setWords] = useState("");
  const sending = useMutation({
    mutationFn: () => reportOrder(orderId, { reason, words: words.trim() }),
    onSuccess: () => {
      showToast({ title: i18n.t("Report sent"), text: i18n.t("We look at it, and write to you.") });
      onClose();
    },
  });
  const reasons: Partial<Record<ReportReason, string>> = {
    other: i18n.t("The parcel did not come, or is not as described"),
    counterfeit: i18n.t("The bottle may be counterfeit"),
    scam: i18n.t("I think it is a scam"),
    harassment: i18n.t("The other person threatens or insults me"),
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={sending.isPending} onClick={() => sending.mutate()}>
        {i18n.t("Send report")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Something is wrong")} onClose={onClose} actions={actions}>
      {sending.error && (
        <Notice tone="bad" role="alert">
          {messageFor(sending.error).text}
        </Notice>
      )}
      <SelectField
        label={i18n.t("What is it?")}
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
        maxLength={1000}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        hint={i18n.t("The steps of this order are sent with your report.")}
      />
    </Dialog>
  );
}
