import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { DetailList } from "@/ui/table";
import { staffPaths } from "../layout/staff-paths";
import { WhenLoaded } from "../layout/when-loaded";
import { type StrikeCase, strikeQuery } from "./api";
import { nameOf } from "./case-words";

export function StrikeSubject({ strikeId }: { strikeId: number }) {
  const { i18n } = useLingui();
  return (
    <WhenLoaded isTall query={useQuery(strikeQuery(strikeId))} failed={i18n.t("The strike did not load")}>
      {(strike) => <Loaded strike={strike} />}
    </WhenLoaded>
  );
}

function Loaded({ strike }: { strike: StrikeCase }) {
  const { i18n } = useLingui();
  const moment = (at: string | null) => (at ? formatDateTime(at) : i18n.t("Not yet"));
  const person = (id: number, username: string) => (
    <Link key={id} to={staffPaths.person(id)} className="link inline-flex min-h-6 items-center">
      {nameOf({ id, username })}
    </Link>
  );
  const facts: [string, ReactNode][] = [
    [
      i18n.t("Auction"),
      <Link key="auction" to={paths.auction(strike.auctionId)} className="link inline-flex min-h-6 items-center">
        {i18n.t("Auction {id}", { id: String(strike.auctionId) })}
      </Link>,
    ],
    [i18n.t("Seller"), person(strike.sellerId, strike.sellerUsername)],
    [i18n.t("Winner"), person(strike.buyerId, strike.buyerUsername)],
    [i18n.t("Price"), <Price key="price" ringgit={toRinggit(strike.price)} sen />],
    [i18n.t("Won"), formatDateTime(strike.wonAt)],
    [i18n.t("Reminded"), moment(strike.remindedAt)],
    [i18n.t("Time to pay ended"), formatDateTime(strike.payBy)],
    [i18n.t("The seller said that it was not paid"), moment(strike.settledAt)],
    [i18n.t("Strikes that count now"), String(strike.counting)],
  ];
  if (strike.pausedUntil) facts.push([i18n.t("May not bid until"), formatDateTime(strike.pausedUntil)]);
  if (strike.liftedAt) facts.push([i18n.t("Taken back"), formatDateTime(strike.liftedAt)]);
  return (
    <section aria-label={i18n.t("What happened")} className="grid gap-2">
      <h2 className="text-h3">{i18n.t("What happened")}</h2>
      <DetailList facts={facts} />
    </section>
  );
}
