import { useLingui } from "@lingui/react";
import { staffReasons, statusNames } from "@/shared/orders/orders";
import { BulkBar } from "../bulk/bulk-bar";
import type { Selection } from "../bulk/use-selection";
import type { OrderStep, StaffOrder } from "../overview/api";
import { stepNames } from "./order-steps";

const STEPS: OrderStep[] = ["processing", "shipped", "delivered", "cancelled"];

export function OrdersBulk({ orders, selection }: { orders: StaffOrder[]; selection: Selection }) {
  const { i18n } = useLingui();
  const textOf = (step: OrderStep) =>
    step === "delivered"
      ? i18n.t("Both people read your reason. Money that we hold stays held: its buyer has 72 hours to look at it.")
      : i18n.t(
          "Each order whose next step this is becomes {status}; the others stay as they are. Both people read your reason.",
          {
            status: statusNames()[step],
          },
        );
  return (
    <BulkBar
      path="/api/admin/orders/bulk"
      selection={selection}
      nameOf={(id) => orders.find((order) => order.id === id)?.orderNumber ?? String(id)}
      reasons={Object.entries(staffReasons())}
      acts={STEPS.map((step) => ({
        act: step,
        label: stepNames()[step],
        text: textOf(step),
        isBare: true,
        form: { status: step },
        asks: ["reason", "words"],
        isHarmless: step !== "cancelled",
      }))}
    />
  );
}
