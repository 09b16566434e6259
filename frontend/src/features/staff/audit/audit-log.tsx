import { useLingui } from "@lingui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { formatDate, formatSecond } from "@/lib/time/time";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { Cell, HeadCell, Table } from "@/ui/table";
import { nameOf, serviceNames } from "../cases/case-words";
import { ExportButton } from "../layout/export-button";
import { Listed } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { auditQuery, chainQuery, fetchAuditTable } from "../overview/api";
import { actionName, reasonName } from "./action-names";
import { AuditFilters, filtersOf } from "./audit-filters";
import { Changes } from "./changes";

export function AuditLog() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditQuery(filtersOf(params)),
  );
  const entries = data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Chain />
        <ExportButton name="wangi-audit" fetch={() => fetchAuditTable(filtersOf(params))} />
      </div>
      <AuditFilters
        params={params}
        onChoose={(change) => setParams(staffPaths.filtered(params, change), { replace: true })}
      />
      <Listed
        count={entries?.length}
        error={error}
        empty={Object.keys(filtersOf(params)).length > 0 ? i18n.t("Nothing found") : i18n.t("Nothing has happened yet")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <Table label={i18n.t("Audit log")}>
          <thead>
            <tr>
              <HeadCell>{i18n.t("Time")}</HeadCell>
              <HeadCell>{i18n.t("What")}</HeadCell>
              <HeadCell>{i18n.t("By")}</HeadCell>
              <HeadCell>{i18n.t("About")}</HeadCell>
              <HeadCell>{i18n.t("Details")}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {entries?.map(({ id, happenedAt, type, source, subject, byName, data: details, isHidden }) => (
              <tr key={id}>
                <Cell className="num align-top whitespace-nowrap">
                  {formatDate(happenedAt)}
                  <span className="block text-meta text-ink-3">{formatMillisecond(happenedAt)}</span>
                </Cell>
                <Cell className="min-w-44 align-top">
                  <span className="font-semibold">{actionName(type)}</span>
                  {typeof details.reason === "string" && (
                    <span className="block max-w-80 text-meta break-words text-ink-3">
                      {reasonName(details.reason)}
                    </span>
                  )}
                </Cell>
                <Cell className="num align-top whitespace-nowrap">
                  {typeof details.byAdminId === "number" && (
                    <Link to={staffPaths.person(details.byAdminId)} className="link inline-flex min-h-6 items-center">
                      {nameOf({ id: details.byAdminId, username: byName })}
                    </Link>
                  )}
                </Cell>
                <Cell className="num max-w-48 align-top break-words">
                  {subjectWords(source, subject, details.aboutId)}
                </Cell>
                <Cell className="min-w-76 align-top">
                  {isHidden ? (
                    <span className="text-meta text-ink-3">
                      {i18n.t("Hidden because it may concern you. Another admin can read it.")}
                    </span>
                  ) : (
                    <Changes source={source} details={details} />
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Listed>
    </>
  );
}

const formatMillisecond = (at: string) =>
  `${formatSecond(at)}.${String(new Date(at).getMilliseconds()).padStart(3, "0")}`;

function subjectWords(source: string, subject: string, aboutId: unknown): string {
  const service = source.replace("/", "");
  const about = /^(read|staff-change)-/.test(subject) ? aboutId : subject;
  return [serviceNames()[service] ?? service, about].filter(Boolean).join(" ");
}

function Chain() {
  const { i18n } = useLingui();
  const { data } = useQuery(chainQuery);
  if (!data) return null;
  if (data.isWhole) {
    return (
      <p className="text-meta text-ink-3">
        {i18n.t("The newest {checked} entries are as they were written.", {
          checked: data.checked.toLocaleString("en-MY"),
        })}
      </p>
    );
  }
  return (
    <Notice tone="bad" role="alert" title={i18n.t("The record was changed.")}>
      <ul>
        {data.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Notice>
  );
}
