import { useLingui } from "@lingui/react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Notice, type Tone } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { DetailList } from "@/ui/table";
import { type OwnCase, ownCaseQuery, ownRestrictionQuery, ownStrikeQuery } from "./api";
import { AppealForm } from "./appeal-form";
import { effectOf, kindName, reasonName, sanctionName, stateName } from "./sanction-words";

const TONES: Record<OwnCase["state"], Tone> = { stands: "bad", appealed: "warn", lifted: "good", kept: "bad" };

export function OwnCaseView({ caseId }: { caseId: number }) {
  return <Shown found={useQuery(ownCaseQuery(caseId))} />;
}

export function OwnStrikeView({ strikeId }: { strikeId: number }) {
  return <Shown found={useQuery(ownStrikeQuery(strikeId))} />;
}

export function OwnRestrictionView({ actId }: { actId: number }) {
  return <Shown found={useQuery(ownRestrictionQuery(actId))} />;
}

function Shown({ found: { data, error, refetch } }: { found: UseQueryResult<OwnCase> }) {
  const { i18n } = useLingui();
  usePageTitle(data ? sanctionName(data) : i18n.t("Decision"));
  if (data) return <Loaded ownCase={data} />;
  if (error) return <Missing error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" className="wrap py-8">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <div className="grid max-w-160 gap-4">
        <Skeleton className="h-12" />
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}

function Loaded({ ownCase }: { ownCase: OwnCase }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const facts: [string, ReactNode][] = [
    [i18n.t("Reason"), reasonName(ownCase)],
    [
      i18n.t("About"),
      ownCase.kind === "listing" ? (
        <Link key="listing" to={paths.product(ownCase.subjectId)} className="link inline-flex min-h-6 items-center">
          {kindName(ownCase)}
        </Link>
      ) : (
        kindName(ownCase)
      ),
    ],
    [i18n.t("Decided"), formatDateTime(ownCase.decidedAt)],
  ];
  if (ownCase.until) facts.push([i18n.t("Until"), formatDateTime(ownCase.until)]);
  if (ownCase.answeredAt) facts.push([i18n.t("Looked at again"), formatDateTime(ownCase.answeredAt)]);
  return (
    <div className="wrap py-8 md:py-10">
      <div className="grid max-w-160 gap-8">
        <header className="grid justify-items-start gap-2">
          <p className="num text-small text-ink-3">{i18n.t("Case {id}", { id: String(ownCase.id) })}</p>
          <h1 className="serif text-h2">{sanctionName(ownCase)}</h1>
          <Badge tone={TONES[ownCase.state]}>{stateName(ownCase)}</Badge>
        </header>
        <section aria-label={i18n.t("What was decided")} className="grid gap-3">
          <p className="max-w-[65ch]">{effectOf(ownCase, now)}</p>
          <DetailList facts={facts} />
          <p className="text-small">
            <Link to={paths.terms} className="link">
              {i18n.t("Read the rules")}
            </Link>
          </p>
        </section>
        <section aria-label={i18n.t("Your appeal")} className="grid gap-4">
          <h2 className="text-h3">{i18n.t("Your appeal")}</h2>
          <AppealState ownCase={ownCase} />
          {ownCase.appeal && (
            <blockquote className="max-w-[65ch] border-l-2 border-line pl-4 text-small whitespace-pre-line break-words">
              {ownCase.appeal.words}
            </blockquote>
          )}
          {ownCase.mayAppeal && <AppealForm ownCase={ownCase} />}
        </section>
      </div>
    </div>
  );
}

function AppealState({ ownCase }: { ownCase: OwnCase }) {
  const { i18n } = useLingui();
  if (ownCase.state === "appealed") {
    return (
      <Notice tone="good" role="status" title={i18n.t("Your appeal was sent.")}>
        {i18n.t("Another member of staff will look at it. You will get a notice, and the answer will stand here.")}
      </Notice>
    );
  }
  if (ownCase.state === "lifted") {
    return (
      <Notice tone="good">
        {ownCase.appeal ? i18n.t("Your appeal was granted.") : i18n.t("Our staff took it back without an appeal.")}
      </Notice>
    );
  }
  if (ownCase.state === "kept") {
    return <Notice>{i18n.t("Another member of staff looked at it again. The decision stays.")}</Notice>;
  }
  if (ownCase.mayAppeal) {
    return (
      <p className="max-w-[65ch] text-small text-ink-2">
        {i18n.t("You can appeal once, until {time}. Another member of staff will look at it.", {
          time: formatDateTime(ownCase.appealUntil),
        })}
      </p>
    );
  }
  return <Notice>{i18n.t("The time to appeal this decision is over.")}</Notice>;
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { i18n } = useLingui();
  if (asRefusal(error).status !== 404) {
    const title = i18n.t("The decision did not load");
    return (
      <div className="wrap py-8">
        <ErrorState heading="h1" title={title} text={messageFor(error).text} onRetry={onRetry} />
      </div>
    );
  }
  const back = (
    <Button asChild tone="line">
      <Link to={paths.profile}>{i18n.t("Your profile")}</Link>
    </Button>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing="tipped" heading="h1" title={i18n.t("Decision not found")} role="alert" action={back}>
        {i18n.t("Only the person whom a decision is about can read it.")}
      </EmptyState>
    </div>
  );
}
