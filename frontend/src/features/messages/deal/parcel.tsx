import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { courierNames, fitsCourier, trackingPage } from "@/shared/orders/couriers";
import type { Courier } from "@/shared/orders/orders";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { shipOrder } from "./api";
import { useCardOrder } from "./use-card-order";

interface Props {
  dealId: number;
  isSeller: boolean;
  isOpen: boolean;
  stamp: number;
  onChange: () => void;
}

export function Parcel({ dealId, isSeller, isOpen, stamp, onChange }: Props) {
  const { i18n } = useLingui();
  const order = useCardOrder(dealId, stamp);
  const [changing, setChanging] = useState(false);
  if (!order) return null;
  const courier = order.courier as Courier | null;
  const page = courier && order.trackingNumber ? trackingPage(courier, order.trackingNumber) : null;
  if (isSeller && isOpen && (!courier || changing)) {
    const finish = () => {
      setChanging(false);
      onChange();
    };
    return <ShipForm dealId={dealId} courier={courier} trackingNumber={order.trackingNumber} onDone={finish} />;
  }
  if (!courier) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <span>
        {courierNames()[courier]} {order.trackingNumber && <b className="font-semibold">{order.trackingNumber}</b>}
      </span>
      {page && (
        <a className="link" href={page} target="_blank" rel="noreferrer">
          {i18n.t("Track the parcel")}
        </a>
      )}
      {isSeller && isOpen && (
        <button type="button" className="link" onClick={() => setChanging(true)}>
          {i18n.t("Correct")}
        </button>
      )}
    </p>
  );
}

interface FormProps {
  dealId: number;
  courier: Courier | null;
  trackingNumber: string | null;
  onDone: () => void;
}

function ShipForm({ dealId, courier, trackingNumber, onDone }: FormProps) {
  const { i18n } = useLingui();
  const [chosen, setChosen] = useState<Courier>(courier ?? "poslaju");
  const [tracking, setTracking] = useState(trackingNumber ?? "");
  const number = chosen === "in_person" ? "" : tracking.trim();
  const sending = useMutation({
    mutationFn: () => shipOrder(dealId, { courier: chosen, ...(number && { trackingNumber: number.toUpperCase() }) }),
    onSuccess: onDone,
  });
  const isOdd = number !== "" && !fitsCourier(chosen, number);
  const [questionedNumber, setQuestionedNumber] = useState("");
  const isAsking = isOdd && questionedNumber === `${chosen} ${number}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOdd && !isAsking) setQuestionedNumber(`${chosen} ${number}`);
    else sending.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line pt-3">
      {sending.error && (
        <Notice tone="bad" role="alert">
          {messageFor(sending.error).text}
        </Notice>
      )}
      <SelectField
        label={i18n.t("Courier")}
        value={chosen}
        onChange={({ target }) => setChosen(target.value as Courier)}
      >
        {Object.entries(courierNames()).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {chosen !== "in_person" && (
        <TextField
          label={i18n.t("Tracking number")}
          optional
          maxLength={40}
          value={tracking}
          onChange={({ target }) => setTracking(target.value)}
        />
      )}
      {isAsking && (
        <Notice tone="warn" role="alert">
          {i18n.t("This does not look like a number of {courier}. Is it right?", { courier: courierNames()[chosen] })}
        </Notice>
      )}
      <Button type="submit" tone="line" busy={sending.isPending}>
        {isAsking ? i18n.t("Save it as it is") : i18n.t("Save the shipment")}
      </Button>
    </form>
  );
}
