import { useLingui } from "@lingui/react";
import { useParams, useSearchParams } from "react-router-dom";
import { CasePage } from "@/features/staff/cases/case-page";
import { queueFilters } from "@/features/staff/cases/case-words";
import { Cases } from "@/features/staff/cases/cases";
import { AdminLayout } from "@/features/staff/layout/staff-layout";
import { adminPaths } from "@/features/staff/layout/staff-paths";
import { Risk } from "@/features/staff/risk/risk";

export function CasesPage() {
  const { i18n } = useLingui();
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  if (id) {
    return (
      <AdminLayout title={i18n.t("Case {id}", { id })}>
        <CasePage caseId={id} />
      </AdminLayout>
    );
  }
  return (
    <AdminLayout title={i18n.t("Cases")}>
      <Cases
        filters={queueFilters(params)}
        onFilter={(change) => setParams(adminPaths.filtered(params, change), { replace: true })}
      />
    </AdminLayout>
  );
}

export function PaymentCasesPage() {
  const { i18n } = useLingui();
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  if (id) {
    return (
      <AdminLayout title={i18n.t("Case {id}", { id })}>
        <CasePage caseId={id} queue="/api/admin/cases/payments" />
      </AdminLayout>
    );
  }
  return (
    <AdminLayout title={i18n.t("Payments that do not fit")}>
      <Cases
        queue="/api/admin/cases/payments"
        filters={{ ...queueFilters(params), kind: "" }}
        onFilter={(change) => setParams(adminPaths.filtered(params, change), { replace: true })}
      />
    </AdminLayout>
  );
}

export function RiskPage() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  return (
    <AdminLayout title={i18n.t("Risk")}>
      <Risk
        state={params.get("state") ?? "open"}
        onState={(state) => setParams(state === "open" ? {} : { state }, { replace: true })}
      />
    </AdminLayout>
  );
}
