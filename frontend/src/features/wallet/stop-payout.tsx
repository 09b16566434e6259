import { useLingui } from "@lingui/react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { type Payout, useStoppingPayout } from "./api";

export function StopPayout({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useStoppingPayout();
  const amount = formatRinggit(toRinggit(payout.amount));
  const stop = () =>
    mutate(payout.id, {
      onSuccess: () => {
        showToast({ title: i18n.t("Payout stopped"), text: i18n.t("{amount} is in your wallet again.", { amount }) });
        onClose();
      },
    });
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Let it go out")}
      </Button>
      <Button tone="danger" busy={isPending} onClick={stop}>
        {i18n.t("Stop the payout")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Stop this payout?")} onClose={onClose} actions={actions}>
      {error && (
        <Notice tone="bad" role="alert">
          {messageFor(error).text}
        </Notice>
      )}
      <p>
        {i18n.t("{amount} comes back to your wallet at once. You can have it paid out again at any time.", { amount })}
      </p>
    </Dialog>
  );
}
