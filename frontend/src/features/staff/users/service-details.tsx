import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { formatDate, formatDateTime } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Link } from "@/ui/link";
import { subjectName } from "../cases/case-words";
import { CaseState } from "../cases/cases";
import { staffPaths } from "../layout/staff-paths";
import { personRiskQuery } from "../risk/api";
import { UserRisk } from "../risk/user-risk";
import { personCasesQuery, strikesQuery } from "./api";
import { ServicePart } from "./service-part";

export function CasesAbout({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  return (
    <ServicePart
      title={i18n.t("Cases about them")}
      query={useQuery(personCasesQuery(userId))}
      empty={i18n.t("No cases")}
      isEmpty={({ cases }) => cases.length === 0}
    >
      {({ cases }) => (
        <ul className="text-small">
          {cases.map((staffCase) => (
            <li
              key={staffCase.id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5"
            >
              {hasDuty(user, "conduct") ? (
                <Link to={staffPaths.case(staffCase.id)} className="link inline-flex min-h-8 items-center">
                  {subjectName(staffCase)}
                </Link>
              ) : (
                subjectName(staffCase)
              )}
              <CaseState staffCase={staffCase} />
            </li>
          ))}
        </ul>
      )}
    </ServicePart>
  );
}

export function RiskAbout({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  return (
    <ServicePart
      title={i18n.t("Risk")}
      query={useQuery(personRiskQuery(userId))}
      empty={i18n.t("Nothing looks suspicious")}
      isEmpty={({ pairs }) => pairs.length === 0}
    >
      {({ pairs }) => <UserRisk pairs={pairs} />}
    </ServicePart>
  );
}

export function Strikes({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  return (
    <ServicePart
      title={i18n.t("Won and not paid")}
      query={useQuery(strikesQuery(userId))}
      empty={i18n.t("Never")}
      isEmpty={({ strikes }) => strikes.length === 0}
    >
      {({ strikes, pausedUntil }) => (
        <>
          <ul className="text-small">
            {strikes.map((strike) => (
              <li key={strike.number} className="flex justify-between gap-4 border-b border-line py-1.5">
                <Link to={paths.auction(strike.auctionId)} className="link inline-flex min-h-8 items-center">
                  {i18n.t("Auction {id}", { id: String(strike.auctionId) })}
                </Link>
                <span className="text-ink-3">
                  {strike.liftedAt
                    ? i18n.t("{date}, taken back", { date: formatDate(strike.givenAt) })
                    : formatDate(strike.givenAt)}
                </span>
              </li>
            ))}
          </ul>
          {pausedUntil && Date.parse(pausedUntil) > Date.now() && (
            <p className="mt-2 text-small">
              {i18n.t("May not bid until {time}", { time: formatDateTime(pausedUntil) })}
            </p>
          )}
        </>
      )}
    </ServicePart>
  );
}
