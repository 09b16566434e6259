import { useLingui } from "@lingui/react";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { fitsAnyCourier } from "@/shared/orders/couriers";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { useStep } from "./api";

export function SendBackDialog({ dealId, onClose }: { dealId: number; onClose: () => void }) {
  const { i18n } = useLingui();
  const step = useStep(dealId);
  const [tracking, setTracking] = useState("");
  const trackingNumber = tracking.trim();
  const isOdd = !fitsAnyCourier(trackingNumber);
  const [questionedNumber, setQuestionedNumber] = useState<string | null>(null);
  const isAsking = isOdd && questionedNumber === trackingNumber;
  const send = () => {
    if (isOdd && !isAsking) setQuestionedNumber(trackingNumber);
    else step.mutate({ command: "send-back", body: { trackingNumber } }, { onSuccess: onClose });
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={step.isPending} disabled={trackingNumber.length < 4} onClick={send}>
        {isAsking ? i18n.t("Send it as it is") : i18n.t("Sent back")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("How does it go back?")} onClose={onClose} actions={actions}>
      {step.error && (
        <Notice tone="bad" role="alert">
          {messageFor(step.error).text}
        </Notice>
      )}
      <TextField
        label={i18n.t("Tracking number")}
        value={tracking}
        maxLength={40}
        onChange={({ target }) => setTracking(target.value)}
      />
      {isAsking && (
        <Notice tone="warn" role="alert">
          {i18n.t("This does not look like a tracking number of a courier in Malaysia. Is it right?")}
        </Notice>
      )}
    </Dialog>
  );
}
