import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Hourglass } from "lucide-react";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { OfferDialog } from "@/shared/offers/offer-dialog";
import { acceptOffer, counterOffer, declineOffer, type Offer, withdrawOffer } from "@/shared/offers/offers";
import { nameOf } from "@/shared/users/names";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";
import { Price } from "@/ui/price";
import { showToast } from "@/ui/toast-store";
import type { Message } from "../api";
import { CardFrame } from "./card-frame";

interface Props {
  message: Message;
  offer: Offer;
  now: number;
  onChange: () => void;
}

export function PriceOffer({ message, offer, now, onChange }: Props) {
  const { i18n } = useLingui();
  const [countering, setCountering] = useState(false);
  const answering = useMutation({
    mutationFn: (answer: (id: number) => Promise<unknown>) => answer(offer.id),
    onError: (error) => showToast({ ...messageFor(error, i18n.t("Action Not Allowed")), tone: "bad" }),
    onSettled: onChange,
  });
  const isOpen = offer.state === "open" && Date.parse(offer.expiresAt) > now;
  const isMine = isOpen && !offer.isOwn;
  const { product, sender } = message;
  const busy = (answer: unknown) => answering.isPending && answering.variables === answer;
  return (
    <CardFrame
      testId="offer-card"
      isMine={isMine}
      title={
        offer.isOwn
          ? i18n.t("Your offer")
          : i18n.t("{name} offers", { name: nameOf(sender.username, sender.isDeleted) })
      }
      aside={isOpen && i18n.t("until {time}", { time: formatDateTime(offer.expiresAt) })}
    >
      <p className="flex items-baseline justify-between gap-3">
        <span className="serif min-w-0 truncate text-lead">{product && bottleName(product.name)}</span>
        <span className="flex items-baseline gap-3 whitespace-nowrap">
          {offer.askingPrice && <s className="text-small text-ink-3">RM&nbsp;{offer.askingPrice}</s>}
          <Price ringgit={offer.amount} size="detail" />
        </span>
      </p>
      {isMine ? (
        <div className="flex flex-wrap gap-2">
          <Button className="flex-1" busy={busy(acceptOffer)} onClick={() => answering.mutate(acceptOffer)}>
            {i18n.t("Accept")}
          </Button>
          <Button tone="line" className="flex-1" onClick={() => setCountering(true)}>
            {i18n.t("Counter offer")}
          </Button>
          <Button
            tone="line"
            className="flex-1"
            busy={busy(declineOffer)}
            onClick={() => answering.mutate(declineOffer)}
          >
            {i18n.t("Decline")}
          </Button>
        </div>
      ) : (
        <State offer={offer} isOpen={isOpen} />
      )}
      {isOpen && offer.isOwn && (
        <Button
          tone="quiet"
          size="small"
          className="-ml-3 justify-self-start"
          busy={busy(withdrawOffer)}
          onClick={() => answering.mutate(withdrawOffer)}
        >
          {i18n.t("Withdraw")}
        </Button>
      )}
      {countering && product && (
        <OfferDialog
          title={i18n.t("Counter offer")}
          bottle={{ name: bottleName(product.name), imageUrl: product.imageUrl, price: product.price }}
          promise={i18n.t(
            "Your offer stands for 48 hours. If it is accepted, the bottle is held and the purchase begins here.",
          )}
          onSend={(amount) => counterOffer(offer.id, amount)}
          onClose={() => {
            setCountering(false);
            onChange();
          }}
        />
      )}
    </CardFrame>
  );
}

function State({ offer, isOpen }: { offer: Offer; isOpen: boolean }) {
  const { i18n } = useLingui();
  const words: Record<Offer["state"], string> = {
    open: isOpen ? i18n.t("Waiting for an answer") : i18n.t("Expired"),
    accepted: i18n.t("Accepted"),
    countered: i18n.t("Answered with another price"),
    declined: i18n.t("Declined"),
    withdrawn: i18n.t("Withdrawn"),
    expired: i18n.t("Expired"),
  };
  const Icon = offer.state === "accepted" ? CircleCheck : isOpen ? Hourglass : CircleSlash;
  return (
    <p className="flex items-center gap-3 font-medium">
      <Icon {...icon} className={cn("flex-none", offer.state === "accepted" ? "text-pandan" : "text-ink-3")} />
      {words[offer.state]}
    </p>
  );
}
