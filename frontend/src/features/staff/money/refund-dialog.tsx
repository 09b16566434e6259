import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { failureMessage } from "@/lib/calls/commands";
import { formatRinggit, toRinggit } from "@/lib/money";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { useRefunding } from "./api";

interface Props {
  orderId: string;
  amount: number;
  onClose: () => void;
}

export function RefundDialog({ orderId, amount, onClose }: Props) {
  const { i18n } = useLingui();
  const form = useId();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const { mutate, isPending } = useRefunding(orderId);
  const shown = formatRinggit(toRinggit(amount));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!reason.trim()) return;
    mutate(reason.trim(), {
      onSuccess: ({ secondPerson }) => {
        const title = secondPerson
          ? i18n.t("Asked for. Another member of staff has to agree.")
          : i18n.t("{amount} given back as wallet credit", { amount: shown });
        showToast({ title });
        onClose();
      },
      onError: (error) => showToast({ ...failureMessage(i18n.t("Nothing was given back"), error), tone: "bad" }),
    });
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone="danger" type="submit" form={form} busy={isPending}>
        {i18n.t("Refund {amount}", { amount: shown })}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Refund order {orderId}", { orderId })} onClose={onClose} actions={actions}>
      <form id={form} onSubmit={send} className="grid gap-4" noValidate>
        <p>{i18n.t("The amount becomes wallet credit of the seller, and the boost ends.")}</p>
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
