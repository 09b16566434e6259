import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useProtectionTerms } from "@/shared/settings/marketplace-settings";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import type { AccountForm } from "./api";
import { ProveAccount } from "./prove-account";

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui();
  const form = useId();
  const banks = useProtectionTerms()?.banks ?? [];
  const [trouble, setTrouble] = useState<unknown>(null);
  const [waiting, setWaiting] = useState<AccountForm | null>(null);
  const [bank, setBank] = useState("");
  const [number, setNumber] = useState("");
  const [holder, setHolder] = useState("");
  const bankCode = bank || banks[0]?.code || "";
  const accountNumber = number.replace(/[\s-]/g, "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTrouble(null);
    setWaiting({ bankCode, accountNumber, holderName: holder.trim() });
  };
  const back = (error: unknown = null) => {
    setTrouble(error);
    setWaiting(null);
  };
  if (waiting) return <ProveAccount form={waiting} onSaved={onClose} onClose={back} onRefused={back} />;
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={form}>
        {i18n.t("Save")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Bank account")} onClose={onClose} actions={actions}>
      <form id={form} onSubmit={send} className="grid gap-4">
        {trouble !== null && (
          <Notice tone="bad" role="alert">
            {messageFor(trouble).text}
          </Notice>
        )}
        <SelectField label={i18n.t("Bank")} value={bankCode} onChange={({ target }) => setBank(target.value)}>
          {banks.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={i18n.t("Account number")}
          value={number}
          required
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9 \-]{6,30}"
          maxLength={30}
          onChange={({ target }) => setNumber(target.value)}
        />
        <TextField
          label={i18n.t("Name of the account’s holder")}
          value={holder}
          required
          minLength={2}
          maxLength={100}
          autoComplete="name"
          hint={i18n.t("It must be the name on your Wangi account.")}
          onChange={({ target }) => setHolder(target.value)}
        />
      </form>
    </Dialog>
  );
}
