import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { type StaffReason, staffReasons, statusNames } from "@/shared/orders/orders";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Button } from "@/ui/button";
import { SelectField } from "@/ui/select";
import { ReasonDialog } from "../layout/reason-dialog";
import { type OrderStatus, type OrderStep, type StaffOrder, useMovingOrder } from "../overview/api";

const NEXT: Partial<Record<OrderStatus, OrderStep>> = {
  pending: "processing",
  processing: "shipped",
  shipped: "delivered",
};

export function OrderSteps({ order }: { order: StaffOrder }) {
  const { i18n } = useLingui();
  const [step, setStep] = useState<OrderStep | null>(null);
  const { status } = order;
  const mayMove = hasDuty(useCurrentUser().user, "conduct");
  const next = mayMove ? NEXT[status] : undefined;
  return (
    <>
      {next && (
        <Button tone="line" size="small" onClick={() => setStep(next)}>
          {stepNames()[next]}
        </Button>
      )}
      {mayMove && (status === "pending" || status === "processing") && (
        <Button tone="quiet" size="small" onClick={() => setStep("cancelled")}>
          {i18n.t("Cancel")}
        </Button>
      )}
      {step && <StepDialog order={order} to={step} onClose={() => setStep(null)} />}
    </>
  );
}

export const stepNames = (): Record<OrderStep, string> => ({
  processing: i18n.t("Process"),
  shipped: i18n.t("Ship"),
  delivered: i18n.t("Deliver"),
  cancelled: i18n.t("Cancel the order"),
});

function StepDialog({ order, to, onClose }: { order: StaffOrder; to: OrderStep; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useMovingOrder();
  const [reason, setReason] = useState<StaffReason>("courier");
  const reasons = Object.entries(staffReasons()) as [StaffReason, string][];
  return (
    <ReasonDialog
      asksWhy
      title={i18n.t("Set {number} to {status}?", { number: order.orderNumber, status: statusNames()[to] })}
      text={
        to === "delivered"
          ? i18n.t("Both people read your reason. Money that we hold stays held: its buyer has 72 hours to look at it.")
          : i18n.t("Both people read your reason.")
      }
      button={stepNames()[to]}
      isHarmless={to !== "cancelled"}
      busy={isPending}
      error={error}
      onSend={(words) => mutate({ id: order.id, status: to, reason, words }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField
        label={i18n.t("Why")}
        value={reason}
        onChange={({ target }) => setReason(target.value as StaffReason)}
      >
        {reasons.map(([reason, name]) => (
          <option key={reason} value={reason}>
            {name}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
