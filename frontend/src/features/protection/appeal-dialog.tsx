import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { useStep } from "./api";

export function AppealDialog({ dealId, onClose }: { dealId: number; onClose: () => void }) {
  const { i18n } = useLingui();
  const form = useId();
  const step = useStep(dealId);
  const [words, setWords] = useState("");
  const [isTried, setTried] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (words.trim()) step.mutate({ command: "appeal", body: { words: words.trim() } }, { onSuccess: onClose });
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={form} busy={step.isPending}>
        {i18n.t("Send appeal")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Appeal the decision")} onClose={onClose} actions={actions}>
      <form id={form} noValidate onSubmit={send} className="grid gap-4">
        {step.error && (
          <Notice tone="bad" role="alert">
            {messageFor(step.error).text}
          </Notice>
        )}
        <p>{i18n.t("Another member of our staff decides, once, and that stays. We hold the money until then.")}</p>
        <TextArea
          label={i18n.t("Why this should be looked at again")}
          maxLength={2000}
          value={words}
          hint={i18n.t("The other side can read it too.")}
          error={isTried && !words.trim() ? i18n.t("Please say why.") : undefined}
          onChange={({ target }) => setWords(target.value)}
        />
      </form>
    </Dialog>
  );
}
