import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useServerNow } from "@/lib/time/now";
import { formatDeadline } from "@/lib/time/time";
import { UnpaidDialog } from "@/shared/auctions/unpaid-dialog";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { notPaid } from "./api";

interface Props {
  dealId: number;
  payBy: string;
  isSeller: boolean;
  buyer: string;
  onChange: () => void;
}

export function PayBy({ dealId, payBy, isSeller, buyer, onChange }: Props) {
  const { i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const isLate = Date.parse(payBy) <= useServerNow();
  const sending = useMutation({
    mutationFn: () => notPaid(dealId),
    onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
    onSettled: () => {
      setAsking(false);
      onChange();
    },
  });
  const date = formatDeadline(payBy);
  return (
    <>
      <p className="text-small text-ink-2">
        {isLate ? i18n.t("The time to pay ended {date}.", { date }) : i18n.t("Pay by {date}", { date })}
      </p>
      {isLate && isSeller && (
        <Button tone="line" className="justify-self-start" onClick={() => setAsking(true)}>
          {i18n.t("Not paid in time")}
        </Button>
      )}
      {isAsking && (
        <UnpaidDialog
          name={buyer}
          busy={sending.isPending}
          onClose={() => setAsking(false)}
          onUnpaid={() => sending.mutate()}
        />
      )}
    </>
  );
}
