import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { removalReason } from "@/shared/listings/removal-reasons";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import type { Listing } from "../api";

const LEAST = 10;

interface Props {
  listing: Listing;
  busy: boolean;
  onClose: () => void;
  onSend: (words: string) => void;
}

export function AppealDialog({ listing, busy, onClose, onSend }: Props) {
  const { i18n } = useLingui();
  const formId = useId();
  const [words, setWords] = useState("");
  const [tried, setTried] = useState(false);
  const short = words.trim().length < LEAST;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!short) onSend(words.trim());
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={formId} busy={busy}>
        {i18n.t("Send appeal")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Appeal the removal")} onClose={onClose} actions={actions}>
      <Notice tone="bad" title={listing.name}>
        {listing.removedReason
          ? i18n.t("Reason: {reason}", { reason: removalReason(listing.removedReason) })
          : i18n.t("No reason was given.")}
      </Notice>
      <form id={formId} noValidate onSubmit={send}>
        <TextArea
          label={i18n.t("Why it should be shown again")}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          maxLength={1000}
          error={tried && short ? i18n.t("Please write at least 10 characters") : undefined}
          hint={i18n.t("For example where the bottle was bought, with its batch code.")}
        />
      </form>
    </Dialog>
  );
}
