import { useLingui } from "@lingui/react";
import type { BulkAct } from "../bulk/api";
import { BulkBar } from "../bulk/bulk-bar";
import type { Selection } from "../bulk/use-selection";
import type { Case, Queue } from "./api";
import { reasonsFor, subjectName } from "./case-words";
import { decisionHints } from "./decision-words";

interface Props {
  queue: Queue;
  cases: Case[];
  selection: Selection;
}

export function CaseBulk({ queue, cases, selection }: Props) {
  const { i18n } = useLingui();
  const isFinance = queue === "/api/admin/cases/payments";
  const assign: BulkAct = {
    act: "claim",
    label: i18n.t("Claim"),
    text: i18n.t("They are yours for half an hour."),
    asks: [],
    isBare: isFinance,
    isHarmless: true,
  };
  const dismiss: BulkAct = {
    act: "dismiss",
    label: i18n.t("Dismiss"),
    text: decisionHints().dismiss,
    asks: ["reason", "words"],
    isHarmless: true,
  };
  const nameOf = (id: number) => {
    const openCase = cases.find((staffCase) => staffCase.id === id);
    return openCase ? subjectName(openCase) : String(id);
  };
  return (
    <BulkBar
      path={isFinance ? "/api/admin/cases/payments/bulk" : "/api/admin/cases/bulk"}
      acts={isFinance ? [assign] : [assign, dismiss]}
      selection={selection}
      nameOf={nameOf}
      reasons={[...reasonsFor("listing")].sort(([a], [b]) => Number(b === "no_breach") - Number(a === "no_breach"))}
    />
  );
}
