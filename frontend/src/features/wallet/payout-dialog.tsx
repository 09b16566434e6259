import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, parseSen, toRinggit } from "@/lib/money";
import { balanceQuery } from "@/shared/boosts/boosts";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { type Account, usePayingOut } from "./api";

const SMALLEST = 1_000;

export function PayoutDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { i18n } = useLingui();
  const form = useId();
  const { data } = useQuery(balanceQuery);
  const paying = usePayingOut();
  const [written, setWritten] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const shown = written ?? (data ? toRinggit(data.balance).toFixed(2) : "");
  const sen = parseSen(shown);
  const most = data?.balance ?? 0;
  const trouble =
    sen === null || sen < SMALLEST
      ? i18n.t("At least {amount}.", { amount: formatRinggit(toRinggit(SMALLEST)) })
      : sen > most
        ? i18n.t("There is {amount} in your wallet.", { amount: formatRinggit(toRinggit(most)) })
        : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (trouble || sen === null) return;
    paying.mutate(sen, {
      onSuccess: () => {
        showToast({ title: i18n.t("Payout begun"), text: i18n.t("Banks take up to two working days.") });
        onClose();
      },
    });
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={form} busy={paying.isPending}>
        {i18n.t("Pay out")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Pay out")} onClose={onClose} actions={actions}>
      <form id={form} noValidate onSubmit={send} className="grid gap-4">
        {paying.error && (
          <Notice tone="bad" role="alert">
            {messageFor(paying.error).text}
          </Notice>
        )}
        <p className="text-small text-ink-2">
          {i18n.t("To {bank}, the account that ends in {end}.", { bank: account.bankName, end: account.lastFour })}
        </p>
        <TextField
          label={i18n.t("Amount")}
          prefix="RM"
          inputMode="decimal"
          value={shown}
          error={isTried ? trouble : undefined}
          onChange={({ target }) => setWritten(target.value)}
        />
      </form>
    </Dialog>
  );
}
