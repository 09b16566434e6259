/** `/admin/risk`: bidding that looks arranged, and accounts that look taken over. */
import { useLingui } from "@lingui/react";
import { useSearchParams } from "react-router-dom";
import { AdminLayout } from "@/features/admin/layout/admin-layout";
import { Risk } from "@/features/admin/risk/risk";

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
