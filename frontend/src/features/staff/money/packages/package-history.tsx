import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { durationWords } from "@/shared/boosts/boosts";
import { Dialog } from "@/ui/dialog";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";
import { historyQuery, type PackageChange, type StaffPackage } from "../api";

export function PackageHistory({ shown, onClose }: { shown: StaffPackage; onClose: () => void }) {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(historyQuery(shown.id));
  return (
    <Dialog open title={i18n.t("History of {name}", { name: shown.name })} onClose={onClose}>
      {!data && !error && (
        <div role="status">
          <span className="sr-only">{i18n.t("Loading")}</span>
          <Skeleton className="h-20" />
        </div>
      )}
      {error && !data && (
        <ErrorState
          heading="h3"
          title={i18n.t("The history did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="text-ink-2">{i18n.t("It was never changed.")}</p>}
      <ol>
        {data?.map((change) => (
          <Change key={change.version} change={change} />
        ))}
      </ol>
    </Dialog>
  );
}

function Change({ change }: { change: PackageChange }) {
  const { i18n } = useLingui();
  const { name, price, durationHours, isActive, staffId, reason, changedAt } = change;
  return (
    <li className="border-b border-line py-3 text-small">
      <span className="block font-semibold">
        {[name, formatRinggit(toRinggit(price)), durationWords(durationHours)].join(", ")}
        {!isActive && `, ${i18n.t("not on offer")}`}
      </span>
      <span className="block break-words">{reason}</span>
      <span className="block text-meta text-ink-3">
        {i18n.t("Until {at}, changed by member of staff {staffId}", { at: formatDateTime(changedAt), staffId })}
      </span>
    </li>
  );
}
