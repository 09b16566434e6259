/** A return address can be forged, so nothing from it is believed or shown. The order is fetched. */
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { forgetBoosts } from "@/shared/boosts/boosts";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Notice } from "@/ui/notice";
import { OrderNotice } from "./order-notice";

const OUTCOMES = ["success", "failed", "error"];

const isOrder = (input: string): boolean => /^[1-9]\d{0,18}$/.test(input);

interface Back {
  orderId: string | null;
}

export function PaymentNotice() {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [back, setBack] = useState<Back | null>(null);
  const outcome = params.get("payment");
  useEffect(() => {
    if (!outcome) return;
    const order = params.get("order") ?? "";
    if (OUTCOMES.includes(outcome)) setBack({ orderId: isOrder(order) ? order : null });
    forgetBoosts(client);
    const rest = new URLSearchParams(params);
    for (const name of ["payment", "message", "order"]) rest.delete(name);
    setParams(rest, { replace: true });
  }, [outcome, params, setParams, client]);
  if (!back) return null;
  return (
    <div className="relative mb-5">
      {back.orderId ? (
        <OrderNotice orderId={back.orderId} />
      ) : (
        <Notice tone="warn" role="status" title={i18n.t("You are back from the payment page.")} className="pr-12">
          {i18n.t("A boost that was paid for is in the list below. If it is missing, nothing has been boosted yet.")}
        </Notice>
      )}
      <IconButton label={i18n.t("Close")} onClick={() => setBack(null)} className="absolute top-0 right-0">
        <X {...icon} />
      </IconButton>
    </div>
  );
}
