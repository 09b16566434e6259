import { useLingui } from "@lingui/react";
import { useSearchParams } from "react-router-dom";
import { BoostedCount, BoostedTab } from "@/features/boosts/boosted-tab";
import { PaymentNotice } from "@/features/boosts/payment-notice";
import { BoostReport } from "@/features/dashboard/analytics/boost-report";
import { Dashboard } from "@/features/dashboard/dashboard";
import { NotificationChoices } from "@/features/notifications/notification-choices";
import { usePageTitle } from "@/lib/page/page-title";
import { useCurrentUser } from "@/shared/session/session";

export function DashboardPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [params, setParams] = useSearchParams();
  usePageTitle(i18n.t("Seller Dashboard"));
  if (!user) return null;
  const open = (tab: string) => setParams(tab === "products" ? {} : { tab }, { replace: true });
  const notifications = <NotificationChoices user={user} selling />;
  const boosts = { count: <BoostedCount />, tab: <BoostedTab report={BoostReport} />, payment: <PaymentNotice /> };
  return (
    <div className="wrap">
      <Dashboard
        user={user}
        tab={params.get("tab") ?? "products"}
        onTab={open}
        notifications={notifications}
        boosts={boosts}
      />
    </div>
  );
}
