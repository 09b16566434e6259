import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Radio } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { REASONS, type Reason, reportListing } from "../api";

export function ReportDialog({ productId, onClose }: { productId: number; onClose: () => void }) {
  const { i18n } = useLingui();
  const [reason, setReason] = useState<Reason | null>(null);
  const [words, setWords] = useState("");
  const report = useMutation({
    mutationFn: (why: Reason) =>
      reportListing(productId, { reason: why, ...(words.trim() && { words: words.trim() }) }),
    onSuccess: () => {
      showToast({ title: i18n.t("Report sent"), text: i18n.t("Thank you. A person will look at this listing.") });
      onClose();
    },
  });
  const names: Record<Reason, string> = {
    counterfeit: i18n.t("It looks counterfeit"),
    prohibited: i18n.t("It may not be sold here"),
    misleading: i18n.t("The description is misleading"),
    stolen_photos: i18n.t("The photographs are somebody else’s"),
    other: i18n.t("Something else"),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason) report.mutate(reason);
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form="report" busy={report.isPending} disabled={!reason}>
        {i18n.t("Send report")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Report this listing")} onClose={onClose} actions={actions}>
      <form id="report" onSubmit={submit} className="grid gap-4">
        <fieldset>
          <legend className="text-small text-ink-2">
            {i18n.t("What is wrong? The seller does not learn who told us.")}
          </legend>
          {REASONS.map((value) => (
            <Radio key={value} name="reason" checked={reason === value} onChange={() => setReason(value)}>
              {names[value]}
            </Radio>
          ))}
        </fieldset>
        <TextArea
          label={i18n.t("In your own words")}
          optional
          maxLength={1000}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {report.error && (
          <Notice tone="bad" role="alert">
            {messageFor(report.error).text}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
