/** The decision about a pair or an account: no harm, or confirmed; with a reason that is written down. */
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { Radio } from "@/ui/choice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";
import { nameOf } from "../cases/case-words";
import { ReasonDialog } from "../layout/reason-dialog";
import { type DecisionReason, type Pair, useDeciding } from "./api";
import { reasonsFor } from "./risk-words";

export function RiskDialog({ pair, onClose }: { pair: Pair; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useDeciding(pair.id);
  const [decision, setDecision] = useState<"release" | "confirm">("release");
  const [reason, setReason] = useState<DecisionReason>("other");
  const choose = (chosen: "release" | "confirm") => {
    setDecision(chosen);
    setReason("other");
  };
  const isAccount = pair.kind === "takeover";
  const title = isAccount ? i18n.t("Was this account taken over?") : i18n.t("Are these bids arranged?");
  const done = () => {
    showToast({ title: decision === "release" ? i18n.t("Released") : i18n.t("Confirmed"), tone: "good" });
    onClose();
  };
  const text = isAccount
    ? i18n.t("The account of {person}. If you release it, payouts to its bank account go on.", {
        person: nameOf(pair.bidder),
      })
    : i18n.t("{bidder} bid in auctions of {seller}. If you release them, held payouts go on.", {
        bidder: nameOf(pair.bidder),
        seller: nameOf(pair.seller),
      });
  return (
    <ReasonDialog
      title={title}
      text={text}
      button={i18n.t("Decide")}
      busy={isPending}
      error={error}
      onSend={(words) => mutate({ decision, reason, words }, { onSuccess: done })}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">{title}</legend>
        <Radio name="decision" checked={decision === "release"} onChange={() => choose("release")}>
          {isAccount ? i18n.t("Release: the account is with its owner") : i18n.t("Release: nothing wrong up to now")}
        </Radio>
        {pair.state === "open" && (
          <Radio name="decision" checked={decision === "confirm"} onChange={() => choose("confirm")}>
            {isAccount
              ? i18n.t("Confirm: another person has it. Sign it out everywhere on the person's page.")
              : i18n.t("Confirm: the bids are arranged. Warn, suspend or ban on the person's page.")}
          </Radio>
        )}
      </fieldset>
      <SelectField
        label={i18n.t("Why")}
        value={reason}
        onChange={({ target }) => setReason(target.value as DecisionReason)}
      >
        {reasonsFor(pair.kind, decision).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
