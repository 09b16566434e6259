import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { formatDateTime } from "@/lib/time/time";
import type { Act } from "./api";

const actNames = (): Record<string, string> => ({
  payout_asked: i18n.t("Asked the provider"),
  payout_retried: i18n.t("Sent again"),
  payout_settled_paid: i18n.t("Ended as paid"),
  payout_settled_refused: i18n.t("Ended as refused"),
  payment_asked: i18n.t("Asked the provider"),
  payment_credited: i18n.t("Credited what came"),
  payment_written_off: i18n.t("Written off"),
});

export function Acts({ acts }: { acts: Act[] }) {
  const { i18n } = useLingui();
  if (acts.length === 0) return null;
  return (
    <ul aria-label={i18n.t("What staff did")} className="grid basis-full gap-1 text-meta text-ink-2 md:order-3">
      {acts.map(({ act, staffId, reason, actedAt }) => (
        <li key={`${act}${staffId}${actedAt}`} className="break-words">
          <b className="font-semibold">{actNames()[act] ?? act}</b>{" "}
          {i18n.t("by staff {staffId}, {time}:", { staffId: String(staffId), time: formatDateTime(actedAt) })} {reason}
        </li>
      ))}
    </ul>
  );
}
