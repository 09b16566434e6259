import { useLingui } from "@lingui/react";
import { useParams, useSearchParams } from "react-router-dom";
import { CasePage } from "@/features/staff/cases/case-page";
import { queueFilters } from "@/features/staff/cases/case-words";
import { Cases } from "@/features/staff/cases/cases";
import { StaffLayout } from "@/features/staff/layout/staff-layout";
import { staffPaths } from "@/features/staff/layout/staff-paths";
import { Risk } from "@/features/staff/risk/risk";

export function CasesPage() {
  const { i18n } = useLingui();
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  if (id) {
    return (
      <StaffLayout title={i18n.t("Case {id}", { id })}>
        <CasePage caseId={Number(id)} />
      </StaffLayout>
    );
  }
  return (
    <StaffLayout title={i18n.t("Cases")}>
      <Cases
        filters={queueFilters(params)}
        onFilter={(change) => setParams(staffPaths.filtered(params, change), { replace: true })}
      />
    </StaffLayout>
  );
}

export function PaymentCasesPage() {
  const { i18n } = useLingui();
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  if (id) {
    return (
      <StaffLayout title={i18n.t("Case {id}", { id })}>
        <CasePage caseId={Number(id)} queue="/api/admin/cases/payments" />
      </StaffLayout>
    );
  }
  return (
    <StaffLayout title={i18n.t("Payments that do not fit")}>
      <Cases
        queue="/api/admin/cases/payments"
        filters={{ ...queueFilters(params), kind: "" }}
        onFilter={(change) => setParams(staffPaths.filtered(params, change), { replace: true })}
      />
    </StaffLayout>
  );
}

export function RiskPage() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  return (
    <StaffLayout title={i18n.t("Risk")}>
      <Risk
        state={params.get("state") ?? "open"}
        onState={(state) => setParams(state === "open" ? {} : { state }, { replace: true })}
      />
    </StaffLayout>
  );
}
