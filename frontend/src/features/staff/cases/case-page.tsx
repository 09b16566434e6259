import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useServerNow } from "@/lib/time/now";
import { formatClock, formatDateTime } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { DetailList } from "@/ui/table";
import { AssignmentButton, assignmentWords, useIsAssignedToMe } from "../layout/assignment-state";
import { useOfferedActions } from "../layout/page-actions";
import { reasonNames } from "../layout/reason-words";
import { staffPaths } from "../layout/staff-paths";
import { WhenLoaded } from "../layout/when-loaded";
import { caseQuery, type CasePage as Page, type Queue, useAssigning } from "./api";
import { CaseSubject } from "./case-subject";
import { ageOf, nameOf, outcomeNames, serviceNames, stepName, subjectName } from "./case-words";
import { CaseState } from "./cases";
import { DecideDialog } from "./decide-dialog";
import { useFocusAfter, useNextCase } from "./use-next-case";

export function CasePage({ caseId, queue = "/api/admin/cases" }: { caseId: number; queue?: Queue }) {
  const { i18n } = useLingui();
  return (
    <WhenLoaded query={useQuery(caseQuery(caseId, queue))} failed={i18n.t("The case did not load")} isPage>
      {(page) => <Loaded key={page.case.id} page={page} />}
    </WhenLoaded>
  );
}

function Loaded({ page }: { page: Page }) {
  const { i18n } = useLingui();
  const [isDeciding, setDeciding] = useState(false);
  const { mutate, isPending, error } = useAssigning(page.case);
  const isOwn = useIsAssignedToMe(page.case.claimedBy?.id);
  const mayDecide = page.decisions.length > 0;
  const openNext = useNextCase(page.case);
  const next = { words: i18n.t("Open the next that waits"), run: () => void openNext() };
  const onward = useFocusAfter(mayDecide || isDeciding);
  useOfferedActions(
    mayDecide
      ? [
          { words: assignmentWords(isOwn), run: () => mutate(isOwn) },
          { words: i18n.t("Decide"), run: () => setDeciding(true) },
          next,
        ]
      : [next],
  );
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <div className="grid content-start gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <CaseState staffCase={page.case} />
          {!mayDecide && (
            <Button ref={onward} tone="line" size="small" className="ml-auto" onClick={next.run}>
              {next.words}
            </Button>
          )}
          {mayDecide && (
            <span className="ml-auto flex gap-2">
              <AssignmentButton isOwn={isOwn} busy={isPending} onPress={mutate} />
              <Button size="small" onClick={() => setDeciding(true)}>
                {i18n.t("Decide")}
              </Button>
            </span>
          )}
        </div>
        {error && (
          <Notice tone="bad" role="alert" title={i18n.t("Error")}>
            {messageFor(error).text}
          </Notice>
        )}
        {!mayDecide && !page.case.overAt && (
          <Notice>
            {page.case.claimedBy
              ? i18n.t(
                  "Another member of staff has this case. It is free again when they give it back, or the time is over.",
                )
              : i18n.t("Another member of staff has to decide this.")}
          </Notice>
        )}
        {page.appeal && <Appeal appeal={page.appeal} />}
        <CaseSubject page={page} />
      </div>
      <div className="grid content-start gap-6">
        <About page={page} />
        <Receipts page={page} />
        <History page={page} />
      </div>
      {isDeciding && <DecideDialog page={page} onClose={() => setDeciding(false)} />}
    </div>
  );
}

function Appeal({ appeal }: { appeal: NonNullable<Page["appeal"]> }) {
  const { i18n } = useLingui();
  return (
    <section aria-label={i18n.t("The person’s appeal")} className="border-l-2 border-edge pl-4">
      <h2 className="text-h3">{i18n.t("The person’s appeal")}</h2>
      <p className="text-meta text-ink-3">{formatDateTime(appeal.at)}</p>
      <p className="max-w-[65ch] text-small whitespace-pre-line break-words">{appeal.words}</p>
    </section>
  );
}

function About({ page }: { page: Page }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const { claimedBy, claimedUntil, overAt, waitsSince, dueAt, about, reports } = page.case;
  const facts: [string, React.ReactNode][] = [
    [i18n.t("About"), subjectName(page.case)],
    [
      i18n.t("Whose it is"),
      <Link key={about.id} to={staffPaths.person(about.id)} className="link inline-flex min-h-6 items-center">
        {nameOf(about)}
      </Link>,
    ],
    [
      i18n.t("Other cases about them"),
      i18n.t("{others}, of which {acted} acted upon", {
        others: String(page.othersAbout),
        acted: String(page.actedUpon),
      }),
    ],
  ];
  if (reports > 0) facts.push([i18n.t("Reports"), String(reports)]);
  if (!overAt) {
    facts.push([i18n.t("Waits"), ageOf(waitsSince, now)]);
    facts.push([i18n.t("To be decided by"), formatDateTime(dueAt)]);
  }
  if (claimedBy && claimedUntil) {
    facts.push([
      i18n.t("Claimed"),
      i18n.t("{name}, until {time}", { name: nameOf(claimedBy), time: formatClock(claimedUntil) }),
    ]);
  }
  return <DetailList facts={facts} />;
}

function Receipts({ page: { acknowledgements } }: { page: Page }) {
  const { i18n } = useLingui();
  if (acknowledgements.length === 0) return null;
  return (
    <section aria-label={i18n.t("Carried out")}>
      <h2 className="mb-1 text-h3">{i18n.t("Carried out")}</h2>
      <ul className="text-small">
        {acknowledgements.map(({ service, outcome, doneAt }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have an order and nothing else
          <li key={place} className="flex justify-between gap-4 border-b border-line py-2.5">
            <span className="text-ink-2">{serviceNames()[service] ?? service}</span>
            <span className="text-right font-medium">
              {outcome && doneAt ? `${outcomeNames()[outcome]}, ${formatDateTime(doneAt)}` : i18n.t("Not answered yet")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ page: { steps, case: staffCase } }: { page: Page }) {
  const { i18n } = useLingui();
  return (
    <section aria-label={i18n.t("History")}>
      <h2 className="mb-1 text-h3">{i18n.t("History")}</h2>
      <ol className="text-small">
        {steps.map((step) => (
          <li key={`${step.step} ${step.at}`} className="border-b border-line py-2.5">
            <span className="flex justify-between gap-4">
              <b className="font-semibold">{stepName(step, staffCase.kind)}</b>
              <span className="text-right text-ink-3">{formatDateTime(step.at)}</span>
            </span>
            {step.by && <span className="block text-ink-2">{nameOf(step.by)}</span>}
            {step.reason && <span className="block text-ink-2">{reasonNames()[step.reason]}</span>}
            {step.words && <span className="block break-words">{step.words}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
