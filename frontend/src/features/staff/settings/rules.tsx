import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "@/lib/time/time";
import { nameOf } from "@/shared/users/names";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Listed } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { RuleDialog } from "./rule-dialog";
import { ruleWords, valueWords } from "./rule-words";
import { type Rule, type RuleStep, rulesQuery } from "./rules-api";

export function Rules() {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(rulesQuery);
  const [openRule, setOpenRule] = useState<Rule | null>(null);
  return (
    <section aria-labelledby="rules" className="mt-10 grid gap-4">
      <h2 id="rules" className="serif text-h4">
        {i18n.t("Rules and limits")}
      </h2>
      <Listed
        count={data?.rules.length}
        error={error}
        empty={i18n.t("There is no rule to change")}
        onRetry={() => void refetch()}
      >
        <ul className="border-t border-edge">
          {data?.rules.map((rule) => (
            <Row key={rule.name} rule={rule} onAsk={() => setOpenRule(rule)} />
          ))}
        </ul>
      </Listed>
      {data && data.steps.length > 0 && <Steps rules={data.rules} steps={data.steps} />}
      {openRule && <RuleDialog rule={openRule} onClose={() => setOpenRule(null)} />}
    </section>
  );
}

function Row({ rule, onAsk }: { rule: Rule; onAsk: () => void }) {
  const { i18n } = useLingui();
  const { label, meaning } = ruleWords(rule.name);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line py-4">
      <div className="grid gap-1">
        <h3 className="font-sans text-price font-semibold tracking-normal">{label}</h3>
        <p className="num text-small font-semibold">{valueWords(rule, rule.value)}</p>
        <p className="max-w-prose text-small text-ink-2">{meaning}</p>
        {rule.value !== rule.default && (
          <p className="text-meta text-ink-3">
            {i18n.t("Default: {value}", { value: valueWords(rule, rule.default) })}
          </p>
        )}
      </div>
      <Button tone="line" size="small" aria-label={i18n.t("Change: {label}", { label })} onClick={onAsk}>
        {i18n.t("Change")}
      </Button>
    </li>
  );
}

function Steps({ rules, steps }: { rules: Rule[]; steps: RuleStep[] }) {
  const { i18n } = useLingui();
  const ruleOf = (name: string) => rules.find((rule) => rule.name === name);
  return (
    <section aria-labelledby="rule-steps" className="mt-4 grid gap-3">
      <h3 id="rule-steps" className="serif text-h4">
        {i18n.t("Changes of rules")}
      </h3>
      <ul className="grid gap-3">
        {steps.map(({ name, before, value, by, words, at }) => {
          const kind = ruleOf(name)?.kind ?? "limit";
          return (
            <li key={`${name}${at}`} className="grid gap-0.5 text-small">
              <span>
                <b className="font-semibold">
                  {i18n.t("{label}: {before}, now {value}", {
                    label: ruleWords(name).label,
                    before: valueWords({ kind }, before),
                    value: valueWords({ kind }, value),
                  })}
                </b>{" "}
                <span className="num text-ink-3">{formatDateTime(at)}</span>{" "}
                <Link to={staffPaths.person(by.id)} className="link">
                  {nameOf(by.username, !by.username)}
                </Link>
              </span>
              <span className="max-w-prose text-ink-2 break-words">{words}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
