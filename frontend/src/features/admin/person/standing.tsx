/** How an account stands, in a few words. */
import { useLingui } from "@lingui/react";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import type { Account } from "../dashboard/api";

export function Standing({ account }: { account: Account }) {
  const { i18n } = useLingui();
  const { isAdmin, isBanned, suspendedUntil, isVerified, isSeller } = account;
  return (
    <span className="flex flex-wrap gap-1.5">
      {isAdmin && <Badge tone="room">{i18n.t("Admin")}</Badge>}
      {isBanned && <Badge tone="bad">{i18n.t("Banned")}</Badge>}
      {suspendedUntil && Date.parse(suspendedUntil) > Date.now() && (
        <Badge tone="warn">{i18n.t("Suspended until {time}", { time: formatDateTime(suspendedUntil) })}</Badge>
      )}
      {isVerified && <Badge tone="good">{i18n.t("Verified seller")}</Badge>}
      {!isBanned && !isAdmin && <Badge>{isSeller ? i18n.t("Seller") : i18n.t("Buyer")}</Badge>}
    </span>
  );
}
