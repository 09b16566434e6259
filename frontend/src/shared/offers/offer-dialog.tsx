import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { forInput, formatRinggit, formatShort, parseSen, toRinggit, toSen } from "@/lib/money";
import { quickOffers } from "@/shared/offers/offers";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";

interface Props {
  title: string;
  bottle: { name: string; about?: string; imageUrl: string | null; price: number };
  millilitres?: number | null;
  promise: string;
  onSend: (amount: number) => Promise<unknown>;
  onClose: () => void;
}

export function OfferDialog({ title, bottle, millilitres, promise, onSend, onClose }: Props) {
  const { i18n } = useLingui();
  const form = useId();
  const choices = quickOffers(bottle.price);
  const [amount, setAmount] = useState(forInput(choices[1] ?? choices[0] ?? bottle.price));
  const [error, setError] = useState<string>();
  const sending = useMutation({ mutationFn: onSend, onSuccess: onClose });
  const sen = parseSen(amount);
  const below = sen !== null && sen > 0 && sen < toSen(bottle.price);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (sen === null || sen === 0) return setError(i18n.t("Please enter a valid number."));
    if (!below) return setError(i18n.t("Please offer less than the asking price."));
    sending.mutate(toRinggit(sen));
  };
  const change = (input: string) => {
    setAmount(input);
    setError(undefined);
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={form} busy={sending.isPending}>
        {i18n.t("Send Offer")}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <form id={form} onSubmit={send} noValidate className="grid gap-4">
        <div className="flex items-center gap-3">
          <Photo src={bottle.imageUrl} alt="" ratio="aspect-[4/5]" className="w-12 flex-none" />
          <div className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">{bottle.name}</span>
            {bottle.about && <span className="truncate text-small text-ink-3">{bottle.about}</span>}
          </div>
          <div className="grid justify-items-end">
            <Price ringgit={bottle.price} size="row" />
            <span className="text-small text-ink-3">{i18n.t("asking")}</span>
          </div>
        </div>
        {sending.error && (
          <Notice tone="bad" role="alert">
            {messageFor(sending.error).text}
          </Notice>
        )}
        <TextField
          label={i18n.t("Your offer")}
          prefix="RM"
          inputMode="decimal"
          autoComplete="off"
          data-testid="offer-amount"
          value={amount}
          error={error}
          hint={below ? <Meaning sen={sen} price={bottle.price} millilitres={millilitres} /> : undefined}
          onChange={({ target }) => change(target.value)}
          onFocus={({ target }) => target.select()}
        />
        {choices.length > 1 && (
          <fieldset className="flex overflow-hidden rounded-1 border border-edge">
            <legend className="sr-only">{i18n.t("Quick offers")}</legend>
            {choices.map((choice) => (
              <button
                key={choice}
                type="button"
                aria-pressed={sen === toSen(choice)}
                onClick={() => change(forInput(choice))}
                className="min-h-11 flex-1 px-2 font-medium not-first:border-l not-first:border-line hover:bg-wash focus-visible:-outline-offset-2 aria-pressed:bg-ink aria-pressed:text-paper"
              >
                {formatShort(choice)}
              </button>
            ))}
          </fieldset>
        )}
        <Notice as={Clock}>{promise}</Notice>
      </form>
    </Dialog>
  );
}

function Meaning({ sen, price, millilitres }: { sen: number; price: number; millilitres?: number | null }) {
  const { i18n } = useLingui();
  const percent = String(Math.max(1, Math.round(100 - (sen / toSen(price)) * 100)));
  const less = i18n.t("{percent}% below the asking price.", { percent });
  if (!millilitres) return less;
  const each = formatRinggit(toRinggit(Math.round(sen / millilitres)));
  return `${i18n.t("{price} per ml left.", { price: each })} ${less}`;
}
