import { useLingui } from "@lingui/react";
import { useParams, useSearchParams } from "react-router-dom";
import { StaffLayout } from "@/features/staff/layout/staff-layout";
import { Money } from "@/features/staff/money/money";
import { MoneyOrder } from "@/features/staff/money/money-order";

export function MoneyPage() {
  const { i18n } = useLingui();
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  const open = (tab: string) => setParams(tab === "orders" ? {} : { tab }, { replace: true });
  if (id) {
    return (
      <StaffLayout title={i18n.t("Boost order {orderId}", { orderId: id })}>
        <MoneyOrder orderId={id} />
      </StaffLayout>
    );
  }
  return (
    <StaffLayout title={i18n.t("Money")}>
      <Money tab={params.get("tab") ?? "orders"} onTab={open} />
    </StaffLayout>
  );
}
