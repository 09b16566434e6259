/** A return address can be forged, so nothing from it is believed or shown. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Notice } from "@/ui/notice";
import { type Deal, dealQuery } from "./api";

export function PayingBack({ deal }: { deal: Deal }) {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const [isBack, setBack] = useState(false);
  const isReturning = params.has("payment");
  useEffect(() => {
    if (!isReturning) return;
    setBack(true);
    const rest = new URLSearchParams(params);
    for (const name of ["payment", "message"]) rest.delete(name);
    setParams(rest, { replace: true });
  }, [isReturning, params, setParams]);
  useQuery({ ...dealQuery(deal.dealId, true), enabled: isBack });
  if (!isBack) return null;
  if (deal.state === "awaiting_funds") {
    return (
      <Notice tone="warn" role="status" title={i18n.t("You are back from the payment page.")}>
        {i18n.t("If you have paid, it shows here in a moment. If not, you can pay again.")}
      </Notice>
    );
  }
  if (!deal.heldAt) return null;
  return <Notice tone="good" role="status" title={i18n.t("Your payment has come, and is held.")} />;
}
