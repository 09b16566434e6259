import { useLingui } from "@lingui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useEachSignIn, useFrame } from "@/lib/live/live-hooks";
import { formatRinggit } from "@/lib/money";
import { formatDeadline } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { ordersKey } from "@/shared/orders/orders";
import { confirmPurchaseStep, wonCardQuery } from "@/shared/orders/purchase";
import { useIsProtected } from "@/shared/settings/marketplace-settings";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import type { RoomProps } from "../room/room-props";
import type { Sale } from "./api";
import { Card, OpenConversation } from "./room-card";

const WHOLE_ON_PHONE = "max-md:basis-full";

interface Props {
  auction: RoomProps["auction"];
  sale: Sale;
}

export function ToPay({ auction, sale }: Props) {
  const { i18n } = useLingui();
  const isProtected = useIsProtected();
  const { step, isPending, confirm, isConfirming } = useNextStep(auction, isProtected);
  const button = {
    confirm: (
      <Button className={WHOLE_ON_PHONE} busy={isConfirming} onClick={confirm}>
        {i18n.t("Confirm Purchase")}
      </Button>
    ),
    pay: (
      <Button asChild className={WHOLE_ON_PHONE}>
        <Link to={paths.order(step.transactionId)}>{i18n.t("Pay protected by Wangi")}</Link>
      </Button>
    ),
    arrange: (
      <Button asChild className={WHOLE_ON_PHONE}>
        <Link to={paths.conversation(auction.sellerId)}>{i18n.t("Arrange payment")}</Link>
      </Button>
    ),
  }[step.name];
  const actions = (
    <>
      {isPending ? <Skeleton className={cn("h-11 w-40", WHOLE_ON_PHONE)} /> : button}
      {step.name !== "arrange" && <OpenConversation userId={auction.sellerId} />}
      <Button asChild tone="line">
        <Link to={paths.seller(auction.sellerId)}>{i18n.t("View Seller")}</Link>
      </Button>
    </>
  );
  return (
    <Card title={i18n.t("Pay {price}", { price: formatRinggit(sale.price) })} actions={actions}>
      <p>
        <b className="text-ink">{i18n.t("Pay by {date}", { date: formatDeadline(sale.payBy) })}</b>
      </p>
      {step.name === "confirm" && <p>{i18n.t("The bottle is reserved for you. Confirm the purchase first.")}</p>}
      <p>
        {isProtected
          ? i18n.t(
              "Wangi can hold your money until you have the bottle. Or arrange another way to pay in the conversation.",
            )
          : i18n.t("Arrange payment in the conversation. The seller confirms when the money arrives.")}
      </p>
    </Card>
  );
}

function useNextStep({ id, sellerId, productId }: Props["auction"], isProtected: boolean) {
  const client = useQueryClient();
  const { data: message, isPending } = useQuery(wonCardQuery(id, sellerId, productId));
  const readAgain = () => void client.invalidateQueries({ queryKey: ordersKey });
  useFrame("new_message", readAgain);
  useFrame("action_confirmed", readAgain);
  useEachSignIn(readAgain);
  const confirming = useMutation({
    mutationFn: confirmPurchaseStep,
    onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
    onSettled: readAgain,
  });
  const { actionType, card } = message ?? {};
  const mayConfirm = actionType === "INITIATE" && card?.state === "open";
  const mayPay = isProtected && actionType === "CONFIRM_PAYMENT" && card?.state === "waiting";
  const name: "confirm" | "pay" | "arrange" = mayConfirm ? "confirm" : mayPay ? "pay" : "arrange";
  return {
    step: { name, transactionId: card?.transactionId ?? 0 },
    isPending,
    confirm: () => message && confirming.mutate(message),
    isConfirming: confirming.isPending,
  };
}
