import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useServerNow } from "@/lib/time/now";
import { useCurrentUser } from "@/shared/session/session";
import { mayOpen } from "@/shared/session/staff-duties";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { ageOf } from "../cases/case-words";
import { staffPaths } from "../layout/staff-paths";
import { waitingQuery } from "./api";

const MOST = 100;

type Kind = [what: string, label: string, to: string];

export function Waiting() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const { cases, disputes, money, risk } = staffPaths;
  const ofCases: Kind[] = [
    ["reports", i18n.t("Reports"), cases],
    ["appeals", i18n.t("Appeals"), `${cases}?state=appealed`],
    ["strikes", i18n.t("Strikes"), `${cases}?kind=strike`],
    ["risk", i18n.t("Risk"), risk],
    ["sanctions", i18n.t("Bans, suspensions and removals still to be carried out"), cases],
  ];
  const ofMoney: Kind[] = [
    ["disputes", i18n.t("Disputes"), disputes],
    ["dispute_appeals", i18n.t("Appeals of disputes"), `${disputes}?state=appealed`],
    ["withheld", i18n.t("Payouts held for arranged bids"), `${disputes}?state=withheld`],
    ["decisions", i18n.t("Decisions for a second person"), `${disputes}?state=asked`],
    ["payments", i18n.t("Payments that do not fit"), staffPaths.payments],
    ["payouts", i18n.t("Payouts in trouble"), `${money}?tab=payouts`],
    ["refunds", i18n.t("Refunds for a second person"), `${money}?status=asked`],
  ];
  const own = (kinds: Kind[]) => kinds.filter(([, , to]) => mayOpen(user, to));
  if (own([...ofCases, ...ofMoney]).length === 0) return null;
  return (
    <section aria-labelledby="what-waits" className="grid content-start gap-3">
      <h2 id="what-waits" className="serif text-h4">
        {i18n.t("What waits")}
      </h2>
      <div className="border-t border-edge">
        <Kinds kinds={own(ofCases)} path="/api/admin/cases/waiting" />
        <Kinds kinds={own(ofMoney)} path="/api/admin/boost/waiting" />
      </div>
    </section>
  );
}

function Kinds({ kinds, path }: { kinds: Kind[]; path: Parameters<typeof waitingQuery>[0] }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const { data, error, refetch } = useQuery({ ...waitingQuery(path), enabled: kinds.length > 0 });
  if (kinds.length === 0) return null;
  if (error && !data) {
    return (
      <ErrorState
        title={i18n.t("What waits did not load")}
        text={messageFor(error).text}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <ul aria-busy={!data}>
      {kinds.map(([what, label, to]) => {
        const waiting = data?.find((each) => each.what === what);
        const person = waiting && "personId" in waiting ? waiting.personId : null;
        return (
          <li
            key={what}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_4.5rem] items-center gap-3 border-b border-line"
          >
            <Link
              to={person ? staffPaths.person(person) : to}
              className="link inline-flex min-h-11 items-center py-2 leading-tight"
            >
              {label}
            </Link>
            {waiting ? <Count count={waiting.count} /> : <Skeleton className="h-4 w-8" />}
            <span className="num text-right text-meta text-ink-3">
              {waiting?.since ? ageOf(waiting.since, now) : ""}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Count({ count }: { count: number }) {
  const { i18n } = useLingui();
  if (count === 0) return <span className="text-small text-ink-3">{i18n.t("Nothing")}</span>;
  return <span className="num font-semibold">{count < MOST ? count : i18n.t("{count} or more", { count })}</span>;
}
