import { useLingui } from "@lingui/react";
import { useId } from "react";
import { Checkbox } from "@/ui/choice";
import { FieldError } from "@/ui/field";

interface Props<Code> {
  legend: string;
  offered: [Code, string][];
  chosen: Code[];
  isMissing: boolean;
  onChange: (chosen: Code[]) => void;
}

export function CodeChoice<Code extends string>({ legend, offered, chosen, isMissing, onChange }: Props<Code>) {
  const { i18n } = useLingui();
  const error = useId();
  const toggle = (code: Code) =>
    onChange(offered.map(([code]) => code).filter((value) => chosen.includes(value) !== (value === code)));
  return (
    <fieldset aria-describedby={isMissing ? error : undefined}>
      <legend className="mb-1 text-small font-semibold">{legend}</legend>
      <div className="max-h-68 overflow-y-auto rounded-1 border border-line px-3.5 py-1">
        {offered.map(([code, words]) => (
          <Checkbox key={code} checked={chosen.includes(code)} onChange={() => toggle(code)}>
            {words} <code className="text-meta text-ink-3">{code}</code>
          </Checkbox>
        ))}
      </div>
      <FieldError id={error}>{isMissing ? i18n.t("Choose at least one thing") : undefined}</FieldError>
    </fieldset>
  );
}
