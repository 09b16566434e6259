import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { type ReportReason, type Review, reportReview } from "@/shared/reviews/reviews";
import { useCurrentUser } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";

export function ReportReview({ review }: { review: Review }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  if (!user || user.id === review.reviewer?.id) return null;
  return (
    <>
      <Button tone="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        {i18n.t("Report")}
      </Button>
      {isOpen && <ReportDialog reviewId={review.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReportDialog({ reviewId, onClose }: { reviewId: number; onClose: () => void }) {
  const { i18n } = useLingui();
  const form = useId();
  const [reason, setReason] = useState<ReportReason>("harassment");
  const [words, setWords] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => reportReview(reviewId, { reason, words: words.trim() }),
    onSuccess: () => {
      showToast({ title: i18n.t("Thank you"), text: i18n.t("Our team will look at it."), tone: "good" });
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const reasons: Partial<Record<ReportReason, string>> = {
    harassment: i18n.t("Harassment"),
    spam: i18n.t("Spam"),
    scam: i18n.t("A scam"),
    other: i18n.t("Something else"),
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone="danger" type="submit" form={form} busy={isPending}>
        {i18n.t("Report")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Report this review")} onClose={onClose} actions={actions}>
      {error && (
        <Notice tone="bad" role="alert">
          {messageFor(error).text}
        </Notice>
      )}
      <form id={form} noValidate onSubmit={send} className="grid gap-4">
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
          label={i18n.t("In your own words")}
          optional
          maxLength={1000}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </form>
    </Dialog>
  );
}
