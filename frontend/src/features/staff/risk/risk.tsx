import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/ui/badge";
import { Link } from "@/ui/link";
import { SelectField } from "@/ui/select";
import { Cell, HeadCell, Table } from "@/ui/table";
import { nameOf } from "../cases/case-words";
import { Listed, moveFocus } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { type Pair, pairsQuery, type State } from "./api";
import { Decision } from "./risk-decision";
import { RiskDialog } from "./risk-dialog";
import { aloneWords, isOfOne, reasonIn, stateNames } from "./risk-words";

export function Risk({ state, onState }: { state: string; onState: (state: string) => void }) {
  const { i18n } = useLingui();
  const shown: State = state === "confirmed" || state === "released" ? state : "open";
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pairsQuery(shown));
  const [openPair, setOpenPair] = useState<Pair | null>(null);
  const pairs = data?.pages.flatMap((page) => page.pairs);
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">
        {i18n.t("Scores are counted anew as things happen. They are a reason to look, and no proof.")}
      </p>
      <div className="mb-3 max-w-60">
        <SelectField label={i18n.t("Show")} value={shown} onChange={({ target }) => onState(target.value)}>
          {Object.entries(stateNames()).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Listed
        count={pairs?.length}
        error={error}
        empty={shown === "open" ? i18n.t("Nothing looks suspicious") : i18n.t("No decisions of this kind yet")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <Table label={i18n.t("Risk")} isStacked>
          <thead>
            <tr>
              <HeadCell>{i18n.t("Who")}</HeadCell>
              <HeadCell>{i18n.t("Score")}</HeadCell>
              <HeadCell className="max-md:hidden">{i18n.t("Reasons")}</HeadCell>
              <HeadCell numeric>{shown === "open" ? i18n.t("Waits") : i18n.t("Decided")}</HeadCell>
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            {pairs?.map((pair) => (
              <Row key={pair.id} pair={pair} onAsk={() => setOpenPair(pair)} />
            ))}
          </tbody>
        </Table>
      </Listed>
      {openPair && <RiskDialog pair={openPair} onClose={() => setOpenPair(null)} />}
    </>
  );
}

function Row({ pair, onAsk }: { pair: Pair; onAsk: () => void }) {
  const { i18n } = useLingui();
  const { bidder, seller } = pair;
  return (
    <tr data-testid="risk-row">
      <Cell>
        <Link to={staffPaths.person(bidder.id)} className="link inline-flex min-h-6 items-center font-semibold">
          {nameOf(bidder)}
        </Link>
        <span className="block text-meta text-ink-3">
          {isOfOne(pair) ? (
            aloneWords()[pair.kind]
          ) : (
            <>
              {pair.kind === "deals" ? i18n.t("bought from") : i18n.t("in auctions of")}{" "}
              <Link to={staffPaths.person(seller.id)} className="link inline-flex min-h-6 items-center">
                {nameOf(seller)}
              </Link>
            </>
          )}
        </span>
        <Reasons pair={pair} className="mt-1.5 md:hidden" />
      </Cell>
      <Cell>
        <Score pair={pair} />
        {pair.isMoneyHeld && <PayoutHold pair={pair} />}
      </Cell>
      <Cell className="max-md:hidden">
        <Reasons pair={pair} />
      </Cell>
      <Cell numeric>
        <Decision pair={pair} onAsk={onAsk} />
      </Cell>
    </tr>
  );
}

function PayoutHold({ pair: { kind } }: { pair: Pair }) {
  const { i18n } = useLingui();
  if (kind === "takeover") return <span className="text-meta text-ink-2">{i18n.t("Payouts held")}</span>;
  return (
    <Link to={`${staffPaths.disputes}?state=withheld`} className="link inline-flex min-h-6 items-center text-meta">
      {i18n.t("Payouts held")}
    </Link>
  );
}

function Score({ pair: { score, level } }: { pair: Pair }) {
  const { i18n } = useLingui();
  return (
    <span className="grid w-24 gap-1.5 max-md:w-fit max-md:min-w-16">
      <span className="num font-semibold">{score.toFixed(2)}</span>
      <span aria-hidden="true" className="block h-1 bg-wash-2">
        <span className="block h-full bg-ink" style={{ width: `${score * 100}%` }} />
      </span>
      {level === "hold" && (
        <Badge tone="bad" className="justify-self-start">
          {i18n.t("Very likely")}
        </Badge>
      )}
    </span>
  );
}

export function Reasons({ pair, className = "" }: { pair: Pair; className?: string }) {
  return (
    <ul className={`grid gap-1 text-meta text-ink-2 ${className}`}>
      {pair.reasons.map((reason) => (
        <li key={reason.code}>{reasonIn(reason)}</li>
      ))}
    </ul>
  );
}
