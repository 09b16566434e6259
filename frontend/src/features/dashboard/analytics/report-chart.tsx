import { useLingui } from "@lingui/react";
import { type ReactNode, useState } from "react";
import { toRinggit } from "@/lib/money";
import { SelectField } from "@/ui/select";
import { Cell, HeadCell, Table } from "@/ui/table";
import type { BoostReport } from "../api";
import { Bars, dayName } from "./bars";
import {
  type Counted,
  FIGURES,
  figureNames,
  forEachRinggit,
  paidByDay,
  type ReportDay,
  shownRate,
  sumOf,
} from "./report-figures";

interface Props {
  report: BoostReport;
  spent: number;
}

export function ReportChart({ report, spent }: Props) {
  const { i18n } = useLingui();
  const [what, setWhat] = useState<Counted>("views");
  const { days, before } = report;
  const all = [...before, ...days];
  const paid = paidByDay(report, spent);
  const rates = all.map((day, at) => forEachRinggit(day[what], paid[at] ?? 0));
  const dates = all.map(({ day }) => day);
  const names = figureNames();
  const figure = names[what];
  const [was, is] = [sumOf(what, before), sumOf(what, days)];
  const rate = shownRate(forEachRinggit(is, spent));
  const ofRates = i18n.t("{figure} for each RM, by day", { figure });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 border-t border-line pt-4">
      <h3 className="text-lot">{i18n.t("Day by day")}</h3>
      <div className="max-w-60">
        <SelectField label={i18n.t("Figure")} value={what} onChange={({ target }) => setWhat(target.value as Counted)}>
          {FIGURES.map((figure) => (
            <option key={figure} value={figure}>
              {names[figure]}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-2">
        <Key className="bg-wash-2">{i18n.t("Before, {count}", { count: was.toLocaleString("en-MY") })}</Key>
        <Key className="bg-ink">{i18n.t("Boosted, {count}", { count: is.toLocaleString("en-MY") })}</Key>
        {spent > 0 && <span>{i18n.t("For each RM, {rate}", { rate })}</span>}
      </p>
      <Bars
        days={dates}
        bars={all.map((day) => day[what])}
        words={i18n.t("{figure} by day: {was} in the days before, {count} boosted.", { figure, was, count: is })}
        marked={days.length}
      />
      {spent > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h4 className="text-small font-semibold">{ofRates}</h4>
          <Bars
            small
            days={dates}
            bars={rates}
            words={i18n.t("{figure} for each RM, by day: {rate} in all.", { figure, rate })}
            marked={days.length}
          />
        </div>
      )}
      <details>
        <summary className="inline-flex min-h-11 items-center text-small underline">
          {i18n.t("Show the numbers")}
        </summary>
        <Numbers days={all} paid={spent > 0 ? paid : null} rates={rates} ofRates={ofRates} />
      </details>
    </section>
  );
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <i aria-hidden="true" className={`size-3 ${className}`} />
      {children}
    </span>
  );
}

interface NumbersProps {
  days: ReportDay[];
  paid: number[] | null;
  rates: (number | null)[];
  ofRates: string;
}

function Numbers({ days, paid, rates, ofRates }: NumbersProps) {
  const { i18n } = useLingui();
  const names = figureNames();
  const name = dayName(i18n.locale);
  return (
    <div className="max-h-80 overflow-y-auto">
      <Table label={i18n.t("Day by day")}>
        <thead>
          <tr>
            <HeadCell>{i18n.t("Day")}</HeadCell>
            {FIGURES.map((figure) => (
              <HeadCell numeric key={figure}>
                {names[figure]}
              </HeadCell>
            ))}
            {paid && <HeadCell numeric>{i18n.t("Paid (RM)")}</HeadCell>}
            {paid && <HeadCell numeric>{ofRates}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, at) => ({ day, sen: paid?.[at], rate: rates[at] ?? null }))
            .reverse()
            .map(({ day, sen, rate }) => (
              <tr key={day.day}>
                <Cell className="whitespace-nowrap">{name(day.day)}</Cell>
                {FIGURES.map((what) => (
                  <Cell numeric key={what}>
                    {day[what]}
                  </Cell>
                ))}
                {sen !== undefined && <Cell numeric>{toRinggit(sen).toFixed(2)}</Cell>}
                {sen !== undefined && <Cell numeric>{shownRate(rate)}</Cell>}
              </tr>
            ))}
        </tbody>
      </Table>
    </div>
  );
}
