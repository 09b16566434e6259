import { useLingui } from "@lingui/react";
import { formatDateTime, timeZoneName } from "@/lib/time/time";
import type { User } from "@/shared/session/session";
import { Notice } from "@/ui/notice";

export function AccountStatus({ user }: { user: User }) {
  const { i18n } = useLingui();
  if (user.isBanned) {
    return (
      <Notice tone="bad" title={i18n.t("Your account has been banned.")} className="mb-5">
        {i18n.t("You can still see your orders, finish open deliveries, and download your data.")}
      </Notice>
    );
  }
  if (!user.suspendedUntil || Date.parse(user.suspendedUntil) <= Date.now()) return null;
  const until = `${formatDateTime(user.suspendedUntil)} (${timeZoneName()})`;
  return (
    <Notice tone="warn" title={i18n.t("Your account is suspended until {until}.", { until })} className="mb-5">
      {i18n.t("Until then you cannot bid, buy, list or write. You can finish open deliveries.")}
    </Notice>
  );
}
