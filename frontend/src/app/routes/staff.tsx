import { useLingui } from "@lingui/react";
import { useParams, useSearchParams } from "react-router-dom";
import { DisputeView } from "@/features/protection/dispute-view";
import { AuditLog } from "@/features/staff/audit/audit-log";
import { DisputePage } from "@/features/staff/disputes/dispute-page";
import { Disputes } from "@/features/staff/disputes/disputes";
import { StaffLayout } from "@/features/staff/layout/staff-layout";
import { Dashboard } from "@/features/staff/overview/dashboard";
import { Settings } from "@/features/staff/settings/settings";

export function StaffDashboardPage() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const open = (tab: string) => setParams(tab === "users" ? {} : { tab }, { replace: true });
  return (
    <StaffLayout title={i18n.t("Admin Dashboard")}>
      <Dashboard tab={params.get("tab") ?? "users"} onTab={open} />
    </StaffLayout>
  );
}

export function DisputesPage() {
  const { i18n } = useLingui();
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  if (id) {
    return (
      <StaffLayout title={i18n.t("Purchase {dealId}", { dealId: id })}>
        <DisputePage
          dealId={Number(id)}
          dispute={(deal) => deal.dispute && <DisputeView deal={deal} dispute={deal.dispute} />}
        />
      </StaffLayout>
    );
  }
  return (
    <StaffLayout title={i18n.t("Disputes")}>
      <Disputes
        state={params.get("state") ?? "open"}
        onState={(state) => setParams(state === "open" ? {} : { state }, { replace: true })}
      />
    </StaffLayout>
  );
}

export function AuditPage() {
  const { i18n } = useLingui();
  return (
    <StaffLayout title={i18n.t("Audit log")}>
      <AuditLog />
    </StaffLayout>
  );
}

export function SettingsPage() {
  const { i18n } = useLingui();
  return (
    <StaffLayout title={i18n.t("Settings")}>
      <Settings />
    </StaffLayout>
  );
}
