import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { decidedName, reasonNames, ringgit } from "@/shared/protection/protection-words";
import { Badge } from "@/ui/badge";
import { Link } from "@/ui/link";
import { SelectField } from "@/ui/select";
import { Cell, HeadCell, Table } from "@/ui/table";
import { ageOf } from "../cases/case-words";
import { AssignmentState } from "../layout/assignment-state";
import { Listed, moveFocus } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { disputesQuery, holderOf, type Line } from "./api";

const STATES = new Set(["appealed", "asked", "withheld", "decided"]);

export function Disputes({ state, onState }: { state: string; onState: (state: string) => void }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const shown = STATES.has(state) ? state : "open";
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    disputesQuery(shown),
  );
  const disputes = data?.pages.flatMap((page) => page.disputes);
  return (
    <>
      <div className="mb-3 max-w-60">
        <SelectField label={i18n.t("Show")} value={shown} onChange={({ target }) => onState(target.value)}>
          <option value="open">{i18n.t("Not decided yet")}</option>
          <option value="appealed">{i18n.t("Appealed")}</option>
          <option value="asked">{i18n.t("Waits for a second person")}</option>
          <option value="withheld">{i18n.t("Payout waits for moderators")}</option>
          <option value="decided">{i18n.t("Decided")}</option>
        </SelectField>
      </div>
      <Listed
        count={disputes?.length}
        error={error}
        empty={emptyWords(shown)}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <Table label={i18n.t("Disputes")} isStacked>
          <thead>
            <tr>
              <HeadCell>{i18n.t("Dispute")}</HeadCell>
              <HeadCell>{i18n.t("Status")}</HeadCell>
              <HeadCell numeric>{i18n.t("Amount")}</HeadCell>
              <HeadCell className="max-md:hidden">{i18n.t("Opened")}</HeadCell>
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            {disputes?.map((one) => (
              <tr key={one.dealId} data-testid="dispute-row">
                <Cell>
                  <Link
                    to={staffPaths.dispute(one.dealId)}
                    className="link inline-flex min-h-6 items-center whitespace-nowrap font-semibold"
                  >
                    {i18n.t("Purchase {dealId}", { dealId: String(one.dealId) })}
                  </Link>
                  <span className="block text-meta text-ink-3">
                    {one.reason ? reasonNames()[one.reason] : i18n.t("No dispute")}
                  </span>
                </Cell>
                <Cell>
                  <Badge tone={toneOf(one)}>{stateWords(one)}</Badge>{" "}
                  <AssignmentState holder={holderOf(one.claim)} dueAt={isOver(one) ? null : one.claim?.dueAt} />{" "}
                  {one.waitsForSecondPerson && <Badge tone="warn">{i18n.t("Second person asked")}</Badge>}
                </Cell>
                <Cell numeric className="num whitespace-nowrap">
                  {ringgit(one.amount)}
                </Cell>
                <Cell className="whitespace-nowrap max-md:hidden">
                  {one.openedAt ? formatDateTime(one.openedAt) : "–"}
                  {one.openedAt && !isOver(one) && (
                    <span className="block text-meta text-ink-3">{ageOf(one.openedAt, now)}</span>
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

const emptyWords = (shown: string) =>
  ({
    decided: i18n.t("No dispute was decided yet"),
    appealed: i18n.t("No decision is appealed"),
    withheld: i18n.t("No payout waits for moderators"),
  })[shown] ?? i18n.t("No dispute waits");

const isOver = ({ decidedAt, state }: Line) => decidedAt !== null && state !== "appealed";

const toneOf = (one: Line) => (isOver(one) ? "plain" : one.isEscalated ? "bad" : "warn");

function stateWords(one: Line) {
  if (isOver(one) || one.state === "withheld" || !one.evidenceUntil) return decidedName(one.state, one.appealUntil);
  if (one.isEscalated) return i18n.t("To be decided");
  return i18n.t("Both are heard until {time}", { time: formatDateTime(one.evidenceUntil) });
}
