import { useLingui } from "@lingui/react";
import { useState } from "react";
import { Radio } from "@/ui/choice";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { ReasonDialog } from "../layout/reason-dialog";
import { ruleWords, valueWords } from "./rule-words";
import { type Rule, useMoving } from "./rules-api";

interface Props {
  rule: Rule;
  onClose: () => void;
}

export function RuleDialog({ rule, onClose }: Props) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useMoving(rule);
  const { label, meaning } = ruleWords(rule.name);
  const [typed, setTyped] = useState(String(rule.value));
  const [isTried, setTried] = useState(false);
  const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  const isWrong = !(value >= rule.least && value <= rule.most);
  const bounds = i18n.t("Between {least} and {most}. Default: {value}.", {
    least: i18n.number(rule.least),
    most: i18n.number(rule.most),
    value: i18n.number(rule.default),
  });
  const send = (words: string) => {
    setTried(true);
    if (isWrong) return;
    mutate(
      { value, words },
      {
        onSuccess: () => {
          showToast({ title: i18n.t("Changed: {label}", { label }), tone: "good" });
          onClose();
        },
      },
    );
  };
  return (
    <ReasonDialog
      title={i18n.t("Change: {label}", { label })}
      text={meaning}
      button={i18n.t("Change")}
      isHarmless
      busy={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    >
      {rule.kind === "limit" ? (
        <TextField
          label={i18n.t("New limit")}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          hint={bounds}
          error={isTried && isWrong ? bounds : undefined}
          onChange={({ target }) => setTyped(target.value.trim())}
        />
      ) : (
        <fieldset>
          <legend className="sr-only">{label}</legend>
          {[0, 1].map((option) => (
            <Radio key={option} name="rule-value" checked={value === option} onChange={() => setTyped(String(option))}>
              {valueWords(rule, option)}
            </Radio>
          ))}
        </fieldset>
      )}
    </ReasonDialog>
  );
}
