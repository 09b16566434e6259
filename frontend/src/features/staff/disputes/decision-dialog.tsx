import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { parseSen, toRinggit } from "@/lib/money";
import { outcomeNames } from "@/shared/protection/outcome-words";
import { decisionReasons, ringgit } from "@/shared/protection/protection-words";
import { Button } from "@/ui/button";
import { Radio } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { TextArea, TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";
import type { SecondPerson } from "../layout/second-person";
import { type Deal, type Decision, useDeciding } from "./api";

interface Props {
  deal: Deal;
  request?: SecondPerson;
  onClose: () => void;
}

const MAY_GO_BACK = new Set<Deal["state"]>(["disputed", "appealed"]);

export function DecisionDialog({ deal, request, onClose }: Props) {
  const { i18n } = useLingui();
  const form = useId();
  const { mutate, isPending, error } = useDeciding(deal.dealId);
  const planned = request ? request.buyerAmount : deal.appeal?.buyerAmount;
  const [outcome, setOutcome] = useState<Decision["outcome"]>(request?.outcome ?? deal.appeal?.decision ?? "refund");
  const [code, setCode] = useState<NonNullable<Decision["code"]>>(request?.code ?? "other");
  const [reason, setReason] = useState("");
  const [amount, setAmount] = useState(planned ? toRinggit(planned).toFixed(2) : "");
  const [isTried, setTried] = useState(false);
  const buyerAmount = parseSen(amount);
  const isWrongAmount = outcome === "split" && (!buyerAmount || buyerAmount >= deal.amount);
  const offered = Object.entries(outcomeNames()).filter(
    ([outcome]) => outcome !== "return" || MAY_GO_BACK.has(deal.state),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!reason.trim() || isWrongAmount) return;
    const decision = { outcome, code, reason: reason.trim(), ...(outcome === "split" && { buyerAmount }) };
    mutate(decision, {
      onSuccess: ({ dispute }) => {
        const title = dispute?.secondPerson
          ? i18n.t("Asked for. Another member of staff has to agree.")
          : i18n.t("Decided. Both have been told.");
        showToast({ title, tone: "good" });
        onClose();
      },
    });
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone="danger" type="submit" form={form} busy={isPending}>
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
          {offered.map(([value, label]) => (
            <Radio
              key={value}
              name="outcome"
              checked={outcome === value}
              onChange={() => setOutcome(value as Decision["outcome"])}
            >
              {label}
            </Radio>
          ))}
        </fieldset>
        {outcome === "split" && (
          <TextField
            label={i18n.t("The buyer gets back")}
            prefix="RM"
            inputMode="decimal"
            value={amount}
            error={
              isTried && isWrongAmount ? i18n.t("Less than {amount}.", { amount: ringgit(deal.amount) }) : undefined
            }
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
        <SelectField
          label={i18n.t("Why")}
          value={code}
          hint={i18n.t("Both read it in their language.")}
          onChange={({ target }) => setCode(target.value as NonNullable<Decision["code"]>)}
        >
          {Object.entries(decisionReasons()).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={i18n.t("In your own words")}
          maxLength={500}
          value={reason}
          hint={i18n.t("Both read it.")}
          error={isTried && !reason.trim() ? i18n.t("Please say why.") : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}
