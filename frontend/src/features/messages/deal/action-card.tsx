import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Hourglass } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CARD_SENTENCES, titleOf } from "@/shared/conversations/message-sentences";
import { ordersKey } from "@/shared/orders/orders";
import { confirmPurchaseStep } from "@/shared/orders/purchase";
import { reviewSeller } from "@/shared/reviews/reviews";
import { useIsProtected } from "@/shared/settings/marketplace-settings";
import { nameOf } from "@/shared/users/names";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";
import { Price } from "@/ui/price";
import type { Message } from "../api";
import { CancelDialog } from "./cancel-dialog";
import { CancelRequest } from "./cancel-request";
import { CardFrame } from "./card-frame";
import { DealReviews } from "./deal-reviews";
import { Parcel } from "./parcel";
import { PayBy } from "./pay-by";
import { PaySafely } from "./pay-safely";
import { ReviewForm } from "./review-form";
import { showTrouble } from "./troubles";

const STEPS = ["INITIATE", "CONFIRM_PAYMENT", "CONFIRM_DELIVERY", "REVIEW"];

interface Props {
  message: Message;
  ownerId: number;
  onChange: () => void;
}

export function ActionCard({ message, ownerId, onChange }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [cancelling, setCancelling] = useState(false);
  const isProtected = useIsProtected();
  const { card, actionType } = message;
  const changed = () => {
    onChange();
    void client.invalidateQueries({ queryKey: ordersKey });
  };
  const confirming = useMutation({
    mutationFn: () => confirmPurchaseStep(message),
    onError: showTrouble,
    onSettled: changed,
  });
  if (!card || !actionType) return null;
  const step = STEPS.indexOf(actionType) + 1;
  const isMine = card.state === "open";
  const words = CARD_SENTENCES[card.text]?.() ?? card.text;
  const sellerActs = actionType === "CONFIRM_PAYMENT";
  const isSeller = (sellerActs ? message.actorId : message.senderId) === ownerId;
  const buyer = sellerActs ? message.sender : message.receiver;
  const isPaying = isProtected && sellerActs && !isSeller && card.state === "waiting";
  const mayCancel = (card.state === "open" || card.state === "waiting") && actionType !== "REVIEW";
  return (
    <CardFrame
      testId="action-card"
      isMine={isMine}
      title={titleOf(card)}
      aside={i18n.t("Step {step} of 4", { step: String(step) })}
    >
      {actionType === "INITIATE" && (
        <p className="flex items-baseline justify-between gap-3">
          <span className="serif min-w-0 truncate text-lead">{message.product?.name}</span>
          <Price ringgit={card.amount} size="detail" />
        </p>
      )}
      {isMine && actionType === "REVIEW" ? (
        <ReviewForm
          button={i18n.t("Submit Review")}
          dealId={card.transactionId}
          send={(stars) => reviewSeller(message.id, stars)}
          onDone={changed}
        />
      ) : isMine ? (
        <Button wide busy={confirming.isPending} onClick={() => confirming.mutate()}>
          {words}
        </Button>
      ) : (
        !isPaying && <State state={card.state}>{words}</State>
      )}
      {actionType === "REVIEW" && card.state !== "cancelled" && (
        <DealReviews
          dealId={card.transactionId}
          stamp={message.changedSeq}
          isSeller={message.actorId !== ownerId}
          onChange={changed}
        />
      )}
      {card.payBy && mayCancel && (
        <PayBy
          dealId={card.transactionId}
          payBy={card.payBy}
          isSeller={isSeller}
          buyer={nameOf(buyer.username, buyer.isDeleted)}
          onChange={changed}
        />
      )}
      {sellerActs && mayCancel && <PaySafely dealId={card.transactionId} isSeller={isSeller} />}
      {actionType === "CONFIRM_DELIVERY" && (
        <Parcel
          dealId={card.transactionId}
          isSeller={isSeller}
          isOpen={mayCancel}
          stamp={message.changedSeq}
          onChange={changed}
        />
      )}
      {actionType === "CONFIRM_DELIVERY" && mayCancel && (
        <CancelRequest
          dealId={card.transactionId}
          ownerId={ownerId}
          stamp={message.changedSeq}
          onAgree={() => setCancelling(true)}
          onChange={changed}
        />
      )}
      {isMine && <Hint action={card.payBy && actionType === "INITIATE" ? "WON" : actionType} />}
      {mayCancel && (
        <Button tone="quiet" size="small" className="justify-self-start -ml-3" onClick={() => setCancelling(true)}>
          {i18n.t("Cancel this purchase")}
        </Button>
      )}
      {cancelling && (
        <CancelDialog
          dealId={card.transactionId}
          isPaid={card.progress >= 2}
          onClose={() => setCancelling(false)}
          onDone={changed}
        />
      )}
    </CardFrame>
  );
}

function State({ state, children }: { state: string; children: ReactNode }) {
  const Icon = state === "done" ? CircleCheck : state === "waiting" ? Hourglass : CircleSlash;
  return (
    <p className="flex items-center gap-3 font-medium">
      <Icon {...icon} className={cn("flex-none", state === "done" ? "text-pandan" : "text-ink-3")} />
      {children}
    </p>
  );
}

function Hint({ action }: { action: string }) {
  const { i18n } = useLingui();
  const hints: Record<string, string> = {
    INITIATE: i18n.t("The bottle is held for you as soon as you confirm. Then pay as you agree here."),
    WON: i18n.t("The bottle is held for you. Confirm, then pay as you agree here."),
    CONFIRM_PAYMENT: i18n.t("Confirm only when the money is in your account."),
    CONFIRM_DELIVERY: i18n.t("First compare the level and the batch code with the listing."),
  };
  const hint = hints[action];
  return hint ? <p className="text-small text-ink-3">{hint}</p> : null;
}
