/** The decision about a pair or an account: no harm, or confirmed; with a reason that is written down. */
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { Radio } from "@/ui/choice";
import { showToast } from "@/ui/toast-store";
import { ReasonDialog } from "../layout/reason-dialog";
import { type Pair, useDeciding } from "./api";
import { decisionWords } from "./decision-words";

export function RiskDialog({ pair, onClose }: { pair: Pair; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useDeciding(pair.id);
  const [decision, setDecision] = useState<"release" | "confirm">("release");
  const { title, text, release, confirm } = decisionWords(pair);
  const done = () => {
    showToast({ title: decision === "release" ? i18n.t("Released") : i18n.t("Confirmed"), tone: "good" });
    onClose();
  };
  return (
    <ReasonDialog
      title={title}
      text={text}
      button={i18n.t("Decide")}
      busy={isPending}
      error={error}
      onSend={(words) => mutate({ decision, words }, { onSuccess: done })}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">{title}</legend>
        <Radio name="decision" checked={decision === "release"} onChange={() => setDecision("release")}>
          {release}
        </Radio>
        {pair.state === "open" && (
          <Radio name="decision" checked={decision === "confirm"} onChange={() => setDecision("confirm")}>
            {confirm}
          </Radio>
        )}
      </fieldset>
    </ReasonDialog>
  );
}
