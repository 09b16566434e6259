import { useLingui } from "@lingui/react";
import { formatRinggit } from "@/lib/money";
import type { RoomProps } from "../room/room-props";
import type { Sale } from "./api";
import { Card, OpenConversation } from "./room-card";
import { ToPay } from "./to-pay";

interface Props {
  auction: RoomProps["auction"];
  sale: Sale;
}

export function BuyerCard({ auction, sale }: Props) {
  const { i18n } = useLingui();
  const price = formatRinggit(sale.price);
  if (sale.state === "paid") {
    return (
      <Card title={i18n.t("Paid")} actions={<OpenConversation userId={auction.sellerId} />}>
        <p>{i18n.t("The seller has confirmed your payment of {price}.", { price })}</p>
      </Card>
    );
  }
  if (sale.state === "unpaid") {
    return (
      <Card title={i18n.t("Not paid in time")}>
        <p>{i18n.t("The seller says that {price} did not arrive in time. This counts as a strike.", { price })}</p>
        <p>{i18n.t("With two strikes in 90 days you cannot bid for 14 days.")}</p>
      </Card>
    );
  }
  if (sale.state === "cancelled") {
    return (
      <Card title={i18n.t("The sale was called off")} actions={<OpenConversation userId={auction.sellerId} />}>
        <p>{i18n.t("You do not have to pay {price}.", { price })}</p>
      </Card>
    );
  }
  return <ToPay auction={auction} sale={sale} />;
}
