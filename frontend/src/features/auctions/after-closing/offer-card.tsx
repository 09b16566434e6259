import { useLingui } from "@lingui/react";
import { formatRinggit } from "@/lib/money";
import { formatDeadline } from "@/lib/time/time";
import { Button } from "@/ui/button";
import type { SecondChance, useAct } from "./api";
import { Card } from "./room-card";

interface Props {
  offer: SecondChance;
  act: ReturnType<typeof useAct>;
  now: number;
}

export function OfferCard({ offer, act, now }: Props) {
  const { i18n } = useLingui();
  const price = formatRinggit(offer.price);
  const date = formatDeadline(offer.expiresAt);
  if (offer.answer !== null || Date.parse(offer.expiresAt) <= now) {
    const declined = offer.answer === "declined";
    return (
      <Card title={declined ? i18n.t("You declined the second chance") : i18n.t("The second chance is over")}>
        <p>{i18n.t("It was offered to you for {price}.", { price })}</p>
      </Card>
    );
  }
  const say = (accept: boolean) => act.mutate({ what: "answer", accept });
  const sending = (accept: boolean) =>
    act.isPending && act.variables.what === "answer" && act.variables.accept === accept;
  const actions = (
    <>
      <Button tone="line" disabled={act.isPending} busy={sending(false)} onClick={() => say(false)}>
        {i18n.t("Decline")}
      </Button>
      <Button tone="bid" disabled={act.isPending} busy={sending(true)} onClick={() => say(true)}>
        {i18n.t("Take it for {price}", { price })}
      </Button>
    </>
  );
  return (
    <Card title={i18n.t("A second chance for you")} actions={actions}>
      <p>{i18n.t("The seller offers you this bottle at your own highest bid, {price}.", { price })}</p>
      <p>
        {i18n.t("Answer by {date}", { date })}.{" "}
        {i18n.t("You may decline freely. If you take it, you have 48 hours to pay.")}
      </p>
    </Card>
  );
}
