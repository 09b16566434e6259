/** What a payment came to, said once after the way back from it; the address forgets it at once. */
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "@/lib/router";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Notice } from "@/ui/notice";

type Outcome = "success" | "failed" | "error";

export function PaymentNotice() {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [told, setTold] = useState<{ outcome: Outcome; message: string | null } | null>(null);
  const outcome = params.get("payment");
  useEffect(() => {
    if (!outcome) return;
    if (isOutcome(outcome)) setTold({ outcome, message: params.get("message") });
    if (outcome === "success") {
      for (const queryKey of [["desk"], ["boost"], ["products"]]) void client.invalidateQueries({ queryKey });
    }
    const rest = new URLSearchParams(params);
    rest.delete("payment");
    rest.delete("message");
    setParams(rest, { replace: true });
  }, [outcome, params, setParams, client]);
  if (!told) return null;
  const words: Record<Outcome, [string, string]> = {
    success: [i18n.t("Payment Successful"), i18n.t("Your products are boosted.")],
    failed: [i18n.t("Payment Failed"), i18n.t("Nothing was charged and nothing was boosted.")],
    error: [i18n.t("Payment Error"), i18n.t("We could not learn how the payment ended. Your products are as before.")],
  };
  const [fact, otherwise] = words[told.outcome];
  return (
    <div className="relative mb-5">
      <Notice
        tone={told.outcome === "success" ? "good" : "bad"}
        role={told.outcome === "success" ? "status" : "alert"}
        fact={`${fact}.`}
        className="pr-12"
      >
        {told.message || otherwise}
      </Notice>
      <IconButton label={i18n.t("Close")} onClick={() => setTold(null)} className="absolute top-0 right-0">
        <X {...icon} />
      </IconButton>
    </div>
  );
}

function isOutcome(word: string): word is Outcome {
  return ["success", "failed", "error"].includes(word);
}
