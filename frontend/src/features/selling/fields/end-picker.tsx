import { useLingui } from "@lingui/react";
import { useId } from "react";
import { timeZoneName, twoDigits } from "@/lib/time/time";
import { FieldError } from "@/ui/field";
import { Select } from "@/ui/select";

interface Props {
  id: string;
  value: Date;
  error?: string;
  onChange: (value: Date) => void;
}

const YEARS_AHEAD = 4;

export function EndPicker({ id, value, error, onChange }: Props) {
  const { i18n } = useLingui();
  const thisYear = new Date().getFullYear();
  const set = (change: (end: Date) => void) => {
    const end = new Date(value);
    change(end);
    onChange(end);
  };
  const days = new Date(value.getFullYear(), value.getMonth() + 1, 0).getDate();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 text-small font-semibold">{i18n.t("Ends")}</legend>
      <div className="grid grid-cols-[1fr_1.4fr_1.1fr] gap-2 md:grid-cols-[.8fr_1.3fr_1fr_.8fr_.8fr_.8fr]">
        <Part
          id={id}
          label={i18n.t("Day")}
          value={value.getDate()}
          values={numberRange(1, days)}
          onChange={(day) => set((end) => end.setDate(day))}
        />
        <Part
          label={i18n.t("Month")}
          value={value.getMonth()}
          values={numberRange(0, 11)}
          show={monthName(i18n.locale)}
          onChange={(month) => set((end) => setMonth(end, month))}
        />
        <Part
          label={i18n.t("Year")}
          value={value.getFullYear()}
          values={numberRange(Math.min(thisYear, value.getFullYear()), thisYear + YEARS_AHEAD)}
          onChange={(year) => set((end) => end.setFullYear(year))}
        />
        <Part
          label={i18n.t("Hour")}
          value={value.getHours()}
          values={numberRange(0, 23)}
          show={twoDigits}
          onChange={(hour) => set((end) => end.setHours(hour))}
        />
        <Part
          label={i18n.t("Minute")}
          value={value.getMinutes()}
          values={numberRange(0, 59)}
          show={twoDigits}
          onChange={(minute) => set((end) => end.setMinutes(minute))}
        />
        <Part
          label={i18n.t("Second")}
          value={value.getSeconds()}
          values={numberRange(0, 59)}
          show={twoDigits}
          onChange={(second) => set((end) => end.setSeconds(second))}
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p className="text-meta text-ink-3">
        {i18n.t("{end}, {zone}. A bid in the last two minutes moves the end.", {
          end: longDate(value, i18n.locale),
          zone: timeZoneName(),
        })}
      </p>
    </fieldset>
  );
}

interface PartProps {
  id?: string;
  label: string;
  value: number;
  values: number[];
  show?: (value: number) => string;
  onChange: (value: number) => void;
}

function Part({ id, label, value, values, show = String, onChange }: PartProps) {
  const generatedId = useId();
  const place = id ?? generatedId;
  return (
    <div className="grid gap-1">
      <label htmlFor={place} className="text-meta text-ink-3">
        {label}
      </label>
      <Select id={place} value={value} onChange={(event) => onChange(Number(event.target.value))} className="pl-2.5">
        {values.map((each) => (
          <option key={each} value={each}>
            {show(each)}
          </option>
        ))}
      </Select>
    </div>
  );
}

function setMonth(end: Date, month: number): void {
  const day = end.getDate();
  end.setDate(1);
  end.setMonth(month);
  end.setDate(Math.min(day, new Date(end.getFullYear(), month + 1, 0).getDate()));
}

function monthName(locale: string): (month: number) => string {
  const names = new Intl.DateTimeFormat(locale === "ms" ? "ms-MY" : "en-GB", { month: "short" });
  return (month) => names.format(new Date(2026, month, 1));
}

function longDate(end: Date, locale: string): string {
  const how = { dateStyle: "full", timeStyle: "medium", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat(locale === "ms" ? "ms-MY" : "en-GB", how).format(end);
}

function numberRange(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
