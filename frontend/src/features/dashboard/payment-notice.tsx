/** The way back from a payment. An address can be forged, so nothing in it is believed or printed. */
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Notice } from "@/ui/notice";

const OUTCOMES = ["success", "failed", "error"];

export function PaymentNotice() {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [isBack, setIsBack] = useState(false);
  const outcome = params.get("payment");
  useEffect(() => {
    if (!outcome) return;
    if (OUTCOMES.includes(outcome)) setIsBack(true);
    for (const queryKey of [["dashboard"], ["boost"], ["products"]]) void client.invalidateQueries({ queryKey });
    const rest = new URLSearchParams(params);
    rest.delete("payment");
    rest.delete("message");
    setParams(rest, { replace: true });
  }, [outcome, params, setParams, client]);
  if (!isBack) return null;
  return (
    <div className="relative mb-5">
      <Notice tone="warn" role="status" fact={i18n.t("You are back from the payment page.")} className="pr-12">
        {i18n.t("A boost that was paid for is in the list below. If it is missing, nothing has been boosted yet.")}
      </Notice>
      <IconButton label={i18n.t("Close")} onClick={() => setIsBack(false)} className="absolute top-0 right-0">
        <X {...icon} />
      </IconButton>
    </div>
  );
}
