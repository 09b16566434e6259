import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import { Checkbox } from "@/ui/choice";
import { cn } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { SelectField } from "@/ui/select";
import { Cell, HeadCell, Table } from "@/ui/table";
import { SelectAllCell, SelectCell } from "../bulk/select-cells";
import { type Selection, useSelection } from "../bulk/use-selection";
import { reasonNames } from "../layout/reason-words";
import { Listed, moveFocus } from "../layout/staff-list";
import { type Case, casesQuery, type Filters, type Queue } from "./api";
import { CaseBulk } from "./case-bulk";
import {
  ageOf,
  caseAddress,
  inAddress,
  moderatedKinds,
  nameOf,
  reportsIn,
  stateNames,
  subjectName,
} from "./case-words";
import { decisionName } from "./decision-words";

interface Props {
  queue?: Queue;
  filters: Filters;
  onFilter: (change: Record<string, string>) => void;
}

export function Cases({ queue = "/api/admin/cases", filters, onFilter }: Props) {
  const { i18n } = useLingui();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    casesQuery(filters, queue),
  );
  const cases = data?.pages.flatMap((page) => page.cases);
  const open = cases?.filter(({ overAt }) => !overAt) ?? [];
  const selection = useSelection(open.map(({ id }) => id));
  return (
    <>
      <div className="mb-4 grid items-end gap-x-4 gap-y-3 md:grid-cols-[minmax(0,15rem)_minmax(0,12rem)_auto]">
        <SelectField
          label={i18n.t("Show")}
          value={filters.state}
          onChange={({ target: { value } }) => onFilter({ state: value === "waiting" ? "" : value })}
        >
          <Options names={stateNames()} />
        </SelectField>
        {queue === "/api/admin/cases" && (
          <SelectField
            label={i18n.t("Kind")}
            value={filters.kind}
            onChange={({ target }) => onFilter({ kind: target.value })}
          >
            <option value="">{i18n.t("All kinds")}</option>
            <Options names={moderatedKinds()} />
          </SelectField>
        )}
        <Checkbox checked={filters.mine} onChange={({ target }) => onFilter({ mine: target.checked ? "1" : "" })}>
          {i18n.t("Only mine")}
        </Checkbox>
      </div>
      <Listed
        count={cases?.length}
        error={error}
        empty={i18n.t("No case here")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <CaseBulk queue={queue} cases={cases ?? []} selection={selection} />
        <Table label={i18n.t("Cases")} isStacked>
          <thead>
            <tr>
              {open.length > 0 ? <SelectAllCell selection={selection} /> : <HeadCell />}
              <HeadCell>{i18n.t("Case")}</HeadCell>
              <HeadCell>{i18n.t("Status")}</HeadCell>
              <HeadCell numeric>{i18n.t("Waits")}</HeadCell>
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            {cases?.map((staffCase) => (
              <Row key={staffCase.id} staffCase={staffCase} filters={filters} selection={selection} />
            ))}
          </tbody>
        </Table>
      </Listed>
    </>
  );
}

function Options({ names }: { names: Record<string, string> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

function Row({ staffCase, filters, selection }: { staffCase: Case; filters: Filters; selection: Selection }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  return (
    <tr data-testid="case-row">
      {staffCase.overAt ? (
        <Cell />
      ) : (
        <SelectCell selection={selection} id={staffCase.id} name={subjectName(staffCase)} />
      )}
      <Cell>
        <Link
          to={caseAddress(staffCase, inAddress(filters))}
          className="link inline-flex min-h-6 items-center font-semibold"
        >
          {subjectName(staffCase)}
        </Link>
        <span className="block text-meta text-ink-3">{nameOf(staffCase.about)}</span>
        {staffCase.reportedFor && staffCase.reports === 0 && (
          <span className="block text-meta text-ink-2">{reasonNames()[staffCase.reportedFor]}</span>
        )}
        {staffCase.reportedFor && staffCase.reports > 0 && (
          <span className={cn("block text-meta", staffCase.priority === 1 ? "text-rosella" : "text-ink-2")}>
            {reportsIn(staffCase.reportedFor, staffCase.reports)}
          </span>
        )}
      </Cell>
      <Cell>
        <CaseState staffCase={staffCase} />
      </Cell>
      <Cell numeric data-head={staffCase.overAt ? undefined : i18n.t("Waits")} className="whitespace-nowrap">
        {staffCase.overAt ? formatDateTime(staffCase.overAt) : ageOf(staffCase.waitsSince, now)}
        {!staffCase.overAt && Date.parse(staffCase.dueAt) < now && (
          <span className="block text-meta font-semibold text-rosella">{i18n.t("Late")}</span>
        )}
      </Cell>
    </tr>
  );
}

export function CaseState({ staffCase }: { staffCase: Case }) {
  const { i18n } = useLingui();
  if (staffCase.state === "decided" || staffCase.state === "closed") {
    return (
      <Badge tone={staffCase.state === "closed" ? "plain" : "warn"}>
        {staffCase.decision ? decisionName(staffCase.decision, staffCase.kind) : stateNames()[staffCase.state]}
      </Badge>
    );
  }
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {staffCase.state === "appealed" && <Badge tone="bad">{i18n.t("Appealed")}</Badge>}
      {staffCase.priority === 1 && <Badge tone="bad">{i18n.t("Urgent")}</Badge>}
      {staffCase.claimedBy && (
        <Badge tone="warn" className="block max-w-48 truncate leading-6 max-md:max-w-40">
          {i18n.t("With {name}", { name: nameOf(staffCase.claimedBy) })}
        </Badge>
      )}
      {!staffCase.claimedBy && staffCase.priority === 0 && <Badge>{i18n.t("Waits")}</Badge>}
    </span>
  );
}
