import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Radio } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { TextArea, TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";
import { type CasePage, type Decision, useDeciding } from "./api";
import { reasonsFor } from "./case-words";
import { decisionHint, decisionName } from "./decision-words";

const MAX_DAYS = 365;
const TAKES = new Set<Decision["decision"]>(["take_down", "hide", "warn", "suspend", "ban", "write_off"]);
const NO_BREACH = new Set<string | undefined>(["dismiss", "lift"]);

const reasonFor = (page: CasePage, decision?: string): Decision["reason"] => {
  if (page.case.kind === "payment") return decision === "write_off" ? "nothing_came" : "wrong_amount";
  if (page.case.kind === "strike") return decision === "lift" ? "was_paid" : "not_paid";
  return NO_BREACH.has(decision) ? "no_breach" : (page.filed[0]?.reason ?? "other");
};

export function DecideDialog({ page, onClose }: { page: CasePage; onClose: () => void }) {
  const { i18n } = useLingui();
  const { kind } = page.case;
  const form = useId();
  const { mutate, isPending, error } = useDeciding(page.case);
  const [decision, setDecision] = useState<Decision["decision"]>(page.decisions[0] ?? "dismiss");
  const [reason, setReason] = useState<Decision["reason"]>(reasonFor(page, page.decisions[0]));
  const [words, setWords] = useState("");
  const [days, setDays] = useState("7");
  const [isTried, setTried] = useState(false);
  const isShort = words.trim().length < 3;
  const isSuspension = decision === "suspend";
  const isWrongDays =
    isSuspension && !(Number.isInteger(Number(days)) && Number(days) >= 1 && Number(days) <= MAX_DAYS);
  const choose = (chosen: Decision["decision"]) => {
    setDecision(chosen);
    if (kind === "strike" || kind === "payment" || NO_BREACH.has(chosen) || reason === "no_breach")
      setReason(reasonFor(page, chosen));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isShort || isWrongDays) return;
    mutate(
      { decision, reason, words: words.trim(), ...(isSuspension && { days: Number(days) }) },
      {
        onSuccess: () => {
          showToast({ title: i18n.t("Decided. Whom it concerns is told."), tone: "good" });
          onClose();
        },
      },
    );
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone={TAKES.has(decision) ? "danger" : "primary"} type="submit" form={form} busy={isPending}>
        {i18n.t("Decide")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("How does it end?")} onClose={onClose} actions={actions}>
      <form id={form} noValidate onSubmit={send} className="grid gap-4">
        {error && (
          <Notice tone="bad" role="alert" title={i18n.t("Error")}>
            {messageFor(error).text}
          </Notice>
        )}
        <fieldset>
          <legend className="sr-only">{i18n.t("How does it end?")}</legend>
          {page.decisions.map((value) => (
            <Radio key={value} name="decision" checked={decision === value} onChange={() => choose(value)}>
              {decisionName(value, kind)}
            </Radio>
          ))}
        </fieldset>
        <Notice>{decisionHint(decision, kind, page.case.decision === "hide")}</Notice>
        {isSuspension && (
          <TextField
            label={i18n.t("Days")}
            inputMode="numeric"
            value={days}
            error={isTried && isWrongDays ? i18n.t("From 1 to 365 days.") : undefined}
            onChange={({ target }) => setDays(target.value)}
          />
        )}
        <SelectField
          label={i18n.t("Reason")}
          value={reason}
          hint={i18n.t("The person reads it in their own language.")}
          onChange={({ target }) => setReason(target.value as Decision["reason"])}
        >
          {reasonsFor(kind).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={i18n.t("Words for the record")}
          maxLength={1000}
          value={words}
          hint={i18n.t("Only staff reads them.")}
          error={isTried && isShort ? i18n.t("Please say why.") : undefined}
          onChange={({ target }) => setWords(target.value)}
        />
      </form>
    </Dialog>
  );
}
