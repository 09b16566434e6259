import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Stars } from "@/shared/reviews/reviews";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { SelectField } from "@/ui/select";
import { PictureChooser } from "./picture-chooser";
import { showTrouble } from "./troubles";
import { useReviewPictures } from "./use-review-pictures";

const HALVES = Array.from({ length: 11 }, (_, at) => (10 - at) / 2);

interface Props {
  button: string;
  dealId: number;
  send: (stars: Stars) => Promise<unknown>;
  onDone: () => void;
}

export function ReviewForm({ button, dealId, send, onDone }: Props) {
  const { i18n } = useLingui();
  const [rating, setRating] = useState(5);
  const [comment, setComment] = useState("");
  const { pictures, add, retry, remove } = useReviewPictures(dealId);
  const tokens = pictures.flatMap(({ token }) => token ?? []);
  const sending = useMutation({
    mutationFn: () => send({ rating, comment: comment.trim(), pictures: tokens }),
    onSuccess: onDone,
    onError: showTrouble,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <SelectField
        label={i18n.t("Rating")}
        value={String(rating)}
        onChange={({ target }) => setRating(Number(target.value))}
      >
        {HALVES.map((half) => (
          <option key={half} value={half}>
            {i18n.t("{rating} of 5", { rating: half.toFixed(1) })}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={i18n.t("Your review")}
        optional
        maxLength={1000}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <PictureChooser pictures={pictures} onAdd={add} onAgain={retry} onRemove={remove} />
      <p className="text-small text-ink-3">
        {i18n.t("Nobody reads it before the other review is written, or 14 days after the delivery.")}
      </p>
      <Button type="submit" wide busy={sending.isPending} disabled={tokens.length < pictures.length}>
        {button}
      </Button>
    </form>
  );
}
