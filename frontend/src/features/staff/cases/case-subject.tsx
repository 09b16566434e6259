import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { stepName } from "@/shared/orders/timeline";
import { Link } from "@/ui/link";
import { reasonNames } from "../layout/reason-words";
import { staffPaths } from "../layout/staff-paths";
import { WhenLoaded } from "../layout/when-loaded";
import { ListingDetails } from "../listings/listing-details";
import {
  type Case,
  type CasePage,
  type Report,
  type ReportedKind,
  reportedListingQuery,
  reportedWordsQuery,
} from "./api";
import { nameOf } from "./case-words";
import { PaymentSubject } from "./payment-subject";
import { SameCode, SamePictures } from "./same-elsewhere";
import { StrikeSubject } from "./strike-subject";

export function CaseSubject({ page }: { page: CasePage }) {
  if (page.case.kind === "strike") return <StrikeSubject strikeId={page.case.subjectId} />;
  if (page.case.kind === "payment") return <PaymentSubject paymentId={page.case.subjectId} />;
  if (page.case.kind === "sanction") return <SanctionSubject about={page.case.about} />;
  if (page.case.kind === "listing") return <ListingSubject page={page} />;
  return <WordsSubject page={page} kind={page.case.kind} />;
}

function SanctionSubject({ about }: { about: Case["about"] }) {
  const { i18n } = useLingui();
  return (
    <p className="max-w-[65ch] text-small">
      {i18n.t("Staff decided this without a report.")}{" "}
      <Link to={staffPaths.person(about.id)} className="link inline-flex min-h-6 items-center">
        {i18n.t("Read why on the page of {name}", { name: nameOf(about) })}
      </Link>
    </p>
  );
}

function ListingSubject({ page }: { page: CasePage }) {
  const { i18n } = useLingui();
  const query = useQuery(reportedListingQuery(page.case.subjectId));
  return (
    <WhenLoaded isTall query={query} failed={i18n.t("What was reported did not load")}>
      {(data) => (
        <>
          <ListingDetails {...data} />
          <Link to={staffPaths.listing(data.listing.id)} className="link inline-flex min-h-8 items-center text-small">
            {i18n.t("How its seller changed it")}
          </Link>
          <SamePictures pairs={data.samePictures} />
          <SameCode listings={data.sameCode} code={data.listing.batchCode} />
          <Filed page={page} reports={data.reports} />
        </>
      )}
    </WhenLoaded>
  );
}

function WordsSubject({ page, kind }: { page: CasePage; kind: ReportedKind }) {
  const { i18n } = useLingui();
  const query = useQuery(reportedWordsQuery(kind, page.case));
  return (
    <WhenLoaded query={query} failed={i18n.t("What was reported did not load")}>
      {(reports) => (
        <>
          <p className="text-meta text-ink-3">{i18n.t("That you read this is recorded.")}</p>
          {reports[0] && <Around report={reports[0]} about={page.case.about} />}
          <Filed page={page} reports={reports} />
        </>
      )}
    </WhenLoaded>
  );
}

function Around({ report, about }: { report: Report; about: Case["about"] }) {
  const { i18n } = useLingui();
  if (report.steps.length > 0) {
    return (
      <ol aria-label={i18n.t("Steps of the purchase")} className="list-decimal space-y-1 pl-5 text-small">
        {report.steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step can come twice, and the list never changes
          <li key={place}>{stepName({ kind: step })}</li>
        ))}
      </ol>
    );
  }
  return (
    <ol aria-label={i18n.t("What was written")} className="grid gap-1 border-l-2 border-line pl-4">
      {report.said.map((message, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same can be said twice, and the list never changes
        <li key={place} className={message.senderId === about.id ? "text-ink" : "text-ink-3"}>
          <Said by={nameOf({ id: message.senderId, username: message.username })} words={message.content} />
        </li>
      ))}
    </ol>
  );
}

function Filed({ page, reports }: { page: CasePage; reports: { reporterId: number; words: string }[] }) {
  const { i18n } = useLingui();
  const words = new Map(reports.map((report) => [report.reporterId, report.words]));
  return (
    <section aria-label={i18n.t("Reports")} className="grid gap-3">
      <h2 className="text-h3">{i18n.t("Reports")}</h2>
      {page.filed.length === 0 && <p className="text-small text-ink-3">{i18n.t("No reports yet.")}</p>}
      {page.filed.map(({ reporter, reason, filedAt, filed, agreed }) => (
        <article key={`${reporter?.id} ${filedAt}`} className="border-t border-line pt-3">
          <p className="flex flex-wrap items-center gap-2 text-small">
            <b className="font-semibold">{reasonNames()[reason]}</b>
            {reporter && (
              <span className="text-ink-3">
                {i18n.t("{name}; {filed} reported, {agreed} acted upon", {
                  name: nameOf(reporter),
                  filed: String(filed),
                  agreed: String(agreed),
                })}
              </span>
            )}
          </p>
          {reporter && <p className="max-w-[65ch] text-small break-words">{words.get(reporter.id)}</p>}
        </article>
      ))}
    </section>
  );
}

function Said({ by, words }: { by: string; words: string }) {
  const { i18n } = useLingui();
  return (
    <p className="max-w-[65ch] text-small break-words">
      <b className="font-semibold">{by}:</b> {words || i18n.t("(nothing)")}
    </p>
  );
}
