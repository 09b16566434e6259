import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { replyTo, reviewsQuery } from "@/shared/reviews/reviews";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";

export function ReplyForm({ reviewId, sellerId }: { reviewId: number; sellerId: number }) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const sending = useMutation({
    mutationFn: () => replyTo(reviewId, text.trim()),
    onSuccess: () => client.invalidateQueries({ queryKey: reviewsQuery(sellerId).queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) sending.mutate();
  };
  if (!open) {
    return (
      <Button tone="quiet" size="small" className="-ml-3 justify-self-start" onClick={() => setOpen(true)}>
        {i18n.t("Reply")}
      </Button>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-[60ch] gap-3">
      {sending.error && (
        <Notice tone="bad" role="alert">
          {messageFor(sending.error).text}
        </Notice>
      )}
      <TextArea
        label={i18n.t("Your reply")}
        hint={i18n.t("Everybody can read it. You can reply once.")}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-3">
        <Button type="submit" size="small" busy={sending.isPending} disabled={!text.trim()}>
          {i18n.t("Publish reply")}
        </Button>
        <Button tone="quiet" size="small" onClick={() => setOpen(false)}>
          {i18n.t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
