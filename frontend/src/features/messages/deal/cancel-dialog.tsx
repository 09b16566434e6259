import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";
import { type CancelReason, cancelOrder } from "./api";

interface Props {
  dealId: number;
  isPaid: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function CancelDialog({ dealId, isPaid, onClose, onDone }: Props) {
  const { i18n } = useLingui();
  const [reason, setReason] = useState<CancelReason>("changed_mind");
  const sending = useMutation({
    mutationFn: () => cancelOrder(dealId, reason),
    onSuccess: ({ status }) => {
      const title =
        status === "cancelled" ? i18n.t("The purchase is cancelled") : i18n.t("The other person was asked to agree");
      showToast({ title });
      onDone();
      onClose();
    },
  });
  const reasons: Record<CancelReason, string> = {
    changed_mind: i18n.t("I have changed my mind"),
    unavailable: i18n.t("The bottle is not available"),
    no_payment: i18n.t("No payment came"),
    unreachable: i18n.t("The other person does not answer"),
    other: i18n.t("Something else"),
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Keep the purchase")}
      </Button>
      <Button tone="danger" busy={sending.isPending} onClick={() => sending.mutate()}>
        {isPaid ? i18n.t("Ask to cancel") : i18n.t("Cancel this purchase")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Cancel this purchase?")} onClose={onClose} actions={actions}>
      {isPaid && (
        <Notice tone="warn">
          {i18n.t("The payment was confirmed: the purchase is cancelled when the other person agrees.")}
        </Notice>
      )}
      {sending.error && (
        <Notice tone="bad" role="alert">
          {messageFor(sending.error).text}
        </Notice>
      )}
      <SelectField
        label={i18n.t("Why?")}
        value={reason}
        onChange={({ target }) => setReason(target.value as CancelReason)}
      >
        {Object.entries(reasons).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}
