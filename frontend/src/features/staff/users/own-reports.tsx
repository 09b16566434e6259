import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { formatDate } from "@/lib/time/time";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Link } from "@/ui/link";
import { subjectName } from "../cases/case-words";
import { CaseState } from "../cases/cases";
import { reasonNames } from "../layout/reason-words";
import { staffPaths } from "../layout/staff-paths";
import { personCasesQuery } from "./api";
import { ServicePart } from "./service-part";

export function OwnReports({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  const mayOpen = hasDuty(useCurrentUser().user, "conduct");
  return (
    <ServicePart
      title={i18n.t("Reported by them")}
      query={useQuery(personCasesQuery(userId))}
      empty={i18n.t("No reports yet.")}
      isEmpty={({ filed }) => filed === 0}
    >
      {({ reported, filed, agreed }) => (
        <>
          <ul className="text-small">
            {reported.map((report) => (
              <li
                key={`${report.case.id} ${report.filedAt}`}
                className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5"
              >
                <span className="min-w-0">
                  {mayOpen ? (
                    <Link to={staffPaths.case(report.case.id)} className="link inline-flex min-h-8 items-center">
                      {subjectName(report.case)}
                    </Link>
                  ) : (
                    subjectName(report.case)
                  )}
                  <span className="block text-ink-3">
                    {reasonNames()[report.reason]}, {formatDate(report.filedAt)}
                  </span>
                </span>
                <CaseState staffCase={report.case} />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-small text-ink-2">
            {i18n.t("{filed, plural, one {# report} other {# reports}} in all, of which staff acted upon {agreed}.", {
              filed,
              agreed: String(agreed),
            })}
          </p>
        </>
      )}
    </ServicePart>
  );
}
