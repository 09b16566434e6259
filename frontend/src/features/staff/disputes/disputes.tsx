import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { oneOf } from "@/lib/one-of";
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

const STATES = ["open", "appealed", "asked", "withheld", "decided"] as const;

export function Disputes({ state, onState }: { state: string; onState: (state: string) => void }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const shown = oneOf(STATES, state) ?? "open";
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
            {disputes?.map((dispute) => (
              <tr key={dispute.dealId} data-testid="dispute-row">
                <Cell>
                  <Link
                    to={staffPaths.dispute(dispute.dealId)}
                    className="link inline-flex min-h-6 items-center whitespace-nowrap font-semibold"
                  >
                    {i18n.t("Purchase {dealId}", { dealId: String(dispute.dealId) })}
                  </Link>
                  <span className="block text-meta text-ink-3">
                    {dispute.reason ? reasonNames()[dispute.reason] : i18n.t("No dispute")}
                  </span>
                </Cell>
                <Cell>
                  <Badge tone={toneOf(dispute)}>{stateWords(dispute)}</Badge>{" "}
                  <AssignmentState
                    holder={holderOf(dispute.claim)}
                    dueAt={isOver(dispute) ? null : dispute.claim?.dueAt}
                  />{" "}
                  {dispute.waitsForSecondPerson && <Badge tone="warn">{i18n.t("Second person asked")}</Badge>}
                </Cell>
                <Cell numeric className="num whitespace-nowrap">
                  {ringgit(dispute.amount)}
                </Cell>
                <Cell className="whitespace-nowrap max-md:hidden">
                  {dispute.openedAt ? formatDateTime(dispute.openedAt) : "–"}
                  {dispute.openedAt && !isOver(dispute) && (
                    <span className="block text-meta text-ink-3">{ageOf(dispute.openedAt, now)}</span>
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

const toneOf = (dispute: Line) => (isOver(dispute) ? "plain" : dispute.isEscalated ? "bad" : "warn");

function stateWords(dispute: Line) {
  if (isOver(dispute) || dispute.state === "withheld" || !dispute.evidenceUntil)
    return decidedName(dispute.state, dispute.appealUntil);
  if (dispute.isEscalated) return i18n.t("To be decided");
  return i18n.t("Both are heard until {time}", { time: formatDateTime(dispute.evidenceUntil) });
}
