import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { formatRinggit } from "@/lib/money";
import { formatDeadline } from "@/lib/time/time";
import { UnpaidDialog } from "@/shared/auctions/unpaid-dialog";
import { paths } from "@/shared/navigation/paths";
import { nameOf } from "@/shared/users/names";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import type { RoomProps } from "../room/room-props";
import type { Afterwards, Sale, SecondChance, useAct } from "./api";
import { Card, OpenConversation } from "./room-card";

interface Props {
  auction: RoomProps["auction"];
  after: Afterwards;
  act: ReturnType<typeof useAct>;
  now: number;
}

export function SellerCard(props: Props) {
  const { sale, secondChance: offer } = props.after;
  if (offer && offer.answer === null && Date.parse(offer.expiresAt) > props.now) return <OfferWaits offer={offer} />;
  if (sale && (sale.state === "to_pay" || sale.state === "paid")) return <Sold {...props} sale={sale} />;
  return <Unsold {...props} />;
}

function Sold({ sale, act, now }: Props & { sale: Sale }) {
  const { i18n } = useLingui();
  const [dialogOpen, setDialogOpen] = useState(false);
  const name = nameOf(sale.buyer.name, sale.buyer.isDeleted);
  const title = i18n.t("Sold to {name} for {price}", { name, price: formatRinggit(sale.price) });
  if (sale.state === "paid") {
    return (
      <Card title={title} actions={<OpenConversation userId={sale.buyer.id} />}>
        <p>{i18n.t("You have confirmed the payment.")}</p>
      </Card>
    );
  }
  const late = Date.parse(sale.payBy) <= now;
  const say = (paid: boolean) => {
    setDialogOpen(false);
    act.mutate({ what: "settle", sale: sale.number, paid });
  };
  const actions = (
    <>
      <OpenConversation userId={sale.buyer.id} />
      {late && (
        <Button tone="line" disabled={act.isPending} onClick={() => setDialogOpen(true)}>
          {i18n.t("Not paid")}
        </Button>
      )}
      <Button busy={act.isPending} onClick={() => say(true)}>
        {i18n.t("Payment received")}
      </Button>
    </>
  );
  const date = formatDeadline(sale.payBy);
  return (
    <Card title={title} actions={actions}>
      <p>
        {late
          ? i18n.t("The time to pay ended {date}.", { date })
          : i18n.t("{name} has until {date} to pay.", { name, date })}
      </p>
      {!late && <p>{i18n.t("If no payment comes by then, you can say so here.")}</p>}
      {dialogOpen && <UnpaidDialog name={name} onClose={() => setDialogOpen(false)} onUnpaid={() => say(false)} />}
    </Card>
  );
}

function OfferWaits({ offer }: { offer: SecondChance }) {
  const { i18n } = useLingui();
  const name = nameOf(offer.bidder.name, offer.bidder.isDeleted);
  return (
    <Card title={i18n.t("Offered to {name} for {price}", { name, price: formatRinggit(offer.price) })}>
      <p>{i18n.t("They may answer until {date}.", { date: formatDeadline(offer.expiresAt) })}</p>
    </Card>
  );
}

function Unsold({ auction, after: { sale, secondChance, nextBidder, mayRelist }, act }: Props) {
  const { i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const next = nextBidder && {
    name: nameOf(nextBidder.bidder.name, nextBidder.bidder.isDeleted),
    price: formatRinggit(nextBidder.price),
  };
  const leaver = sale?.cancelledBy === "buyer" ? sale : null;
  if (!next && !mayRelist && !leaver) return null;
  const actions = (
    <>
      {leaver && (
        <Button tone="line" disabled={act.isPending} onClick={() => setAsking(true)}>
          {i18n.t("Not paid")}
        </Button>
      )}
      {mayRelist && (
        <Button asChild tone="line">
          <Link to={paths.relist(auction.product.id)}>{i18n.t("List it again")}</Link>
        </Button>
      )}
      {next && (
        <Button busy={act.isPending} onClick={() => act.mutate({ what: "offer" })}>
          {i18n.t("Offer it for {price}", next)}
        </Button>
      )}
    </>
  );
  return (
    <Card title={titleOf(sale)} actions={actions}>
      {leaver && <p>{i18n.t("The buyer called it off. You may report that as not paid.")}</p>}
      {leaver && isAsking && (
        <UnpaidDialog
          name={nameOf(leaver.buyer.name, leaver.buyer.isDeleted)}
          onClose={() => setAsking(false)}
          onUnpaid={() => {
            setAsking(false);
            act.mutate({ what: "settle", sale: leaver.number, paid: false });
          }}
        />
      )}
      {secondChance && <p>{i18n.t("The second chance was not taken.")}</p>}
      {next && (
        <p>
          {i18n.t("You may offer it once to {name}, at that bidder’s own highest bid of {price}, for 24 hours.", next)}
        </p>
      )}
      {mayRelist && <p>{i18n.t("You may list it again as a new auction.")}</p>}
    </Card>
  );
}

function titleOf(sale: Sale | null): string {
  if (!sale) return i18n.t("It was not sold");
  return sale.state === "cancelled" ? i18n.t("The sale was called off") : i18n.t("It was not paid");
}
