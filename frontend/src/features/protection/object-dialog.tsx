import { useLingui } from "@lingui/react";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { useStep } from "./api";

export function ObjectDialog({ dealId, onClose }: { dealId: number; onClose: () => void }) {
  const { i18n } = useLingui();
  const step = useStep(dealId);
  const [words, setWords] = useState("");
  const send = () => step.mutate({ command: "object", body: { words: words.trim() } }, { onSuccess: onClose });
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={step.isPending} disabled={!words.trim()} onClick={send}>
        {i18n.t("Ask staff to decide")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("It did not come back as it was")} onClose={onClose} actions={actions}>
      {step.error && (
        <Notice tone="bad" role="alert">
          {messageFor(step.error).text}
        </Notice>
      )}
      <p>{i18n.t("We go on holding the money. After this you can add photographs, and the buyer can answer.")}</p>
      <TextArea
        label={i18n.t("Did nothing come, or something else?")}
        maxLength={2000}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
    </Dialog>
  );
}
