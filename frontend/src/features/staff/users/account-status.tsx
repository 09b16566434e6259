import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import type { Account } from "../overview/api";

export const roleNames = (): Record<NonNullable<Account["staffRole"]> | "none", string> => ({
  none: i18n.t("No role"),
  support: i18n.t("Support"),
  moderator: i18n.t("Moderator"),
  finance: i18n.t("Finance"),
  admin: i18n.t("Admin"),
});

export function AccountStatus({ account }: { account: Account }) {
  const { i18n } = useLingui();
  const { staffRole, isBanned, suspendedUntil, isVerified, isSeller } = account;
  return (
    <span className="flex flex-wrap gap-1.5">
      {staffRole && <Badge tone="room">{roleNames()[staffRole]}</Badge>}
      {isBanned && <Badge tone="bad">{i18n.t("Banned")}</Badge>}
      {suspendedUntil && Date.parse(suspendedUntil) > Date.now() && (
        <Badge tone="warn">{i18n.t("Suspended until {time}", { time: formatDateTime(suspendedUntil) })}</Badge>
      )}
      {isVerified && <Badge tone="good">{i18n.t("Verified seller")}</Badge>}
      {!isBanned && !staffRole && <Badge>{isSeller ? i18n.t("Seller") : i18n.t("Buyer")}</Badge>}
    </span>
  );
}
