import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { formatDateTime } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { withdrawCancelRequest } from "./api";
import { showTrouble } from "./troubles";
import { useCardOrder } from "./use-card-order";

interface Props {
  dealId: number;
  ownerId: number;
  stamp: number;
  onAgree: () => void;
  onChange: () => void;
}

export function CancelRequest({ dealId, ownerId, stamp, onAgree, onChange }: Props) {
  const { i18n } = useLingui();
  const order = useCardOrder(dealId, stamp);
  const withdrawing = useMutation({
    mutationFn: () => withdrawCancelRequest(dealId),
    onError: showTrouble,
    onSettled: onChange,
  });
  if (!order?.cancelAskedBy) return null;
  const time = order.cancelAskedUntil ? formatDateTime(order.cancelAskedUntil) : "";
  if (order.cancelAskedBy === ownerId) {
    return (
      <Notice tone="plain">
        {i18n.t("You asked to cancel. The other person can agree until {time}.", { time })}
        <Button
          tone="line"
          size="small"
          className="mt-2"
          busy={withdrawing.isPending}
          onClick={() => withdrawing.mutate()}
        >
          {i18n.t("Withdraw request")}
        </Button>
      </Notice>
    );
  }
  return (
    <Notice tone="warn">
      {i18n.t("The other person asked to cancel. You can agree until {time}.", { time })}
      <Button tone="line" size="small" className="mt-2" onClick={onAgree}>
        {i18n.t("Agree to cancel")}
      </Button>
    </Notice>
  );
}
