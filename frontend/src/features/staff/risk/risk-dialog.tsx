import { useLingui } from "@lingui/react";
import { useState } from "react";
import { Radio } from "@/ui/choice";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";
import { ReasonDialog } from "../layout/reason-dialog";
import { type DecisionReason, type Pair, useDeciding } from "./api";
import { decisionWords } from "./decision-words";
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
  const { title, text, release, confirm } = decisionWords(pair);
  const done = () => {
    showToast({ title: decision === "release" ? i18n.t("Released") : i18n.t("Confirmed"), tone: "good" });
    onClose();
  };
  return (
    <ReasonDialog
      asksWhy
      title={title}
      text={text}
      button={i18n.t("Decide")}
      isHarmless={decision === "release"}
      busy={isPending}
      error={error}
      onSend={(words) => mutate({ decision, reason, words }, { onSuccess: done })}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">{title}</legend>
        <Radio name="decision" checked={decision === "release"} onChange={() => choose("release")}>
          {release}
        </Radio>
        {pair.state === "open" && (
          <Radio name="decision" checked={decision === "confirm"} onChange={() => choose("confirm")}>
            {confirm}
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
