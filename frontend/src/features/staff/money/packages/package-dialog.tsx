import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { failureMessage } from "@/lib/calls/commands";
import { parseSen } from "@/lib/money";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { type StaffPackage, useChangingPackage } from "../api";

const MAX_SEN = 1_000_000;
const MAX_HOURS = 8760;

export function PackageDialog({ shown, onClose }: { shown: StaffPackage; onClose: () => void }) {
  const { i18n } = useLingui();
  const id = useId();
  const [form, setForm] = useState({
    name: shown.name,
    price: (shown.price / 100).toFixed(2),
    hours: String(shown.durationHours),
    isActive: shown.isActive,
    reason: "",
  });
  const [tried, setTried] = useState(false);
  const { mutate, isPending } = useChangingPackage(shown.id);
  const price = parseSen(form.price);
  const hours = /^\d{1,4}$/.test(form.hours) ? Number(form.hours) : 0;
  const wrong = {
    name: !form.name.trim(),
    price: price === null || price > MAX_SEN,
    hours: hours < 1 || hours > MAX_HOURS,
    reason: !form.reason.trim(),
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (price === null || Object.values(wrong).some(Boolean)) return;
    const terms = { name: form.name.trim(), price, durationHours: hours, isActive: form.isActive };
    mutate(
      { version: shown.version, reason: form.reason.trim(), ...terms },
      {
        onSuccess: () => {
          showToast({ title: i18n.t("Package changed") });
          onClose();
        },
        onError: (error) => showToast({ ...failureMessage(i18n.t("The package was not changed"), error), tone: "bad" }),
      },
    );
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={id} busy={isPending}>
        {i18n.t("Save")}
      </Button>
    </>
  );
  const field = (name: "name" | "price" | "hours" | "reason", words: string) => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
    error: tried && wrong[name] ? words : undefined,
  });
  return (
    <Dialog open title={i18n.t("Change {name}", { name: shown.name })} onClose={onClose} actions={actions}>
      <form id={id} onSubmit={send} className="grid gap-4" noValidate>
        <TextField label={i18n.t("Name")} maxLength={60} {...field("name", i18n.t("Please name it."))} />
        <TextField
          label={i18n.t("Price")}
          prefix="RM"
          inputMode="decimal"
          {...field("price", i18n.t("Up to RM 10,000."))}
        />
        <TextField
          label={i18n.t("Duration")}
          suffix={i18n.t("hours")}
          inputMode="numeric"
          {...field("hours", i18n.t("From one hour to a year."))}
        />
        <Checkbox checked={form.isActive} onChange={({ target }) => setForm({ ...form, isActive: target.checked })}>
          {i18n.t("On offer")}
        </Checkbox>
        <TextField label={i18n.t("Reason")} maxLength={500} {...field("reason", i18n.t("Please say why."))} />
      </form>
    </Dialog>
  );
}
