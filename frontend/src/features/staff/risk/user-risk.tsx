import { useLingui } from "@lingui/react";
import { useServerNow } from "@/lib/time/now";
import { Link } from "@/ui/link";
import { ageOf } from "../cases/case-words";
import { staffPaths } from "../layout/staff-paths";
import type { Pair } from "./api";
import { Reasons } from "./risk";
import { kindNames, stateNames } from "./risk-words";

export function UserRisk({ pairs }: { pairs: Pair[] }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  return (
    <ul className="text-small">
      {pairs.map((pair) => (
        <li key={pair.id} className="grid gap-1 border-b border-line py-2">
          <span className="flex flex-wrap items-center justify-between gap-x-4">
            <Link to={`${staffPaths.risk}?state=${pair.state}`} className="link inline-flex min-h-8 items-center">
              {kindNames()[pair.kind]} <span className="num ml-2">{pair.score.toFixed(2)}</span>
            </Link>
            <span className="text-ink-3">
              {stateNames()[pair.state]}, {ageOf(pair.flaggedAt, now)}
            </span>
          </span>
          {pair.isMoneyHeld && <span className="text-meta text-ink-2">{i18n.t("Payouts held")}</span>}
          <Reasons pair={pair} />
        </li>
      ))}
    </ul>
  );
}
