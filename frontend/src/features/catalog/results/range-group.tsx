import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { cn } from "@/ui/class-names";
import { bareInput, fieldFrame } from "@/ui/field";
import type { SearchTerms } from "../search/search-terms";

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-b border-line py-4">
      <legend className="float-left mb-1 w-full text-small font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

type NumberName = {
  [K in keyof SearchTerms]-?: NonNullable<SearchTerms[K]> extends number ? K : never;
}[keyof SearchTerms];

interface BetweenProps {
  title: string;
  labels: [string, string];
  names: [NumberName, NumberName];
  unit?: string;
  most: number;
  draft: SearchTerms;
  onChange: (part: Partial<SearchTerms>) => void;
}

export function BetweenGroup({ title, labels, names, unit, most, draft, onChange }: BetweenProps) {
  const { i18n } = useLingui();
  const input = (at: 0 | 1) => (
    <NumberInput
      label={labels[at]}
      unit={unit}
      most={most}
      value={draft[names[at]]}
      onChange={(value) => onChange({ [names[at]]: value })}
    />
  );
  return (
    <Group title={title}>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        {input(0)}
        <span className="text-meta text-ink-3">{i18n.t("to")}</span>
        {input(1)}
      </div>
    </Group>
  );
}

interface NumberProps {
  label: string;
  value: number | undefined;
  most: number;
  unit?: string;
  prefix?: string;
  placeholder?: string;
  onChange: (value: number | undefined) => void;
}

export function NumberInput({ label, value, most, unit, prefix, placeholder, onChange }: NumberProps) {
  return (
    <span className={fieldFrame}>
      {prefix && <span className="pl-3 text-ink-3">{prefix}</span>}
      <input
        type="number"
        inputMode="decimal"
        min={0}
        max={most}
        step="any"
        aria-label={label}
        placeholder={placeholder}
        value={value ?? ""}
        onChange={({ target }) => {
          const value = target.value === "" ? undefined : Number(target.value);
          onChange(value !== undefined && value > 0 ? Math.min(value, most) : undefined);
        }}
        className={cn(bareInput, "[appearance:textfield]", prefix && "pl-2")}
      />
      {unit && <span className="pr-3 text-ink-3">{unit}</span>}
    </span>
  );
}
