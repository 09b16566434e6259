import { useLingui } from "@lingui/react";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { paths } from "@/shared/navigation/paths";
import { reasonNames } from "@/shared/protection/protection-words";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { type Reason, useStep } from "./api";

export function DisputeDialog({ dealId, onClose }: { dealId: number; onClose: () => void }) {
  const { i18n } = useLingui();
  const step = useStep(dealId);
  const [reason, setReason] = useState<Reason>("not_as_described");
  const [words, setWords] = useState("");
  const send = () => step.mutate({ command: "dispute", body: { reason, words: words.trim() } }, { onSuccess: onClose });
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={step.isPending} disabled={!words.trim()} onClick={send}>
        {i18n.t("Open a dispute")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Something is wrong with it")} onClose={onClose} actions={actions}>
      {step.error && (
        <Notice tone="bad" role="alert">
          {messageFor(step.error).text}
        </Notice>
      )}
      <SelectField
        label={i18n.t("What is it?")}
        value={reason}
        onChange={({ target }) => setReason(target.value as Reason)}
      >
        {Object.entries(reasonNames()).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={i18n.t("What happened?")}
        maxLength={2000}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        hint={i18n.t("You can add photographs afterwards. The seller is heard too, and then our staff decides.")}
      />
      {reason === "counterfeit" && (
        <a href={paths.authentication} target="_blank" rel="noreferrer" className="link text-small">
          {i18n.t("What to photograph and compare")}
        </a>
      )}
    </Dialog>
  );
}
