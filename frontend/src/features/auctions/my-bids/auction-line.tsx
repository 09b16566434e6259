import { useLingui } from "@lingui/react";
import { formatShort } from "@/lib/money";
import { formatDateTime, shortTimeLeft, timeLeft } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import type { Mine, Role } from "./api";
import { StateBadge } from "./state-badge";

interface Props {
  mine: Mine;
  role: Role;
  now: number;
}

export const LINE =
  "grid grid-cols-[56px_minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 border-b border-line py-4 md:grid-cols-[64px_minmax(0,1fr)_minmax(0,200px)_180px_132px] md:items-center md:gap-x-6";

export function MineLine({ mine, role, now }: Props) {
  const { auction, listing } = mine;
  return (
    <li data-testid="my-auction" className={`relative ${LINE}`}>
      <Photo
        src={listing?.imageUrl ? `${listing.imageUrl}-320` : null}
        sizes="64px"
        alt=""
        className="row-span-3 self-start md:row-span-1"
      />
      <div className="min-w-0 max-md:col-span-2">
        <span className="block truncate text-meta text-ink-3">{listing?.brand}</span>
        <Link
          to={paths.auction(auction.id)}
          className="serif text-price break-words no-underline after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          {bottleName(listing?.name ?? "")}
        </Link>
        <span className="mt-1 block">
          <StateBadge state={mine.state} outcome={auction.outcome} />
        </span>
      </div>
      <p className="text-meta leading-[1.45] text-ink-2 max-md:col-[2/-1]">
        <Own mine={mine} role={role} />
      </p>
      <div className="max-md:col-[2/-1] max-md:flex max-md:items-baseline max-md:flex-wrap max-md:justify-between max-md:gap-x-3 md:text-right">
        <Amount mine={mine} />
        <When mine={mine} now={now} />
      </div>
      <Action mine={mine} />
    </li>
  );
}

function Own({ mine: { auction, ownBid, ownMaximum, state }, role }: Pick<Props, "mine" | "role">) {
  const { i18n } = useLingui();
  if (role === "selling") {
    const bids = auction.bidCount;
    if (bids === 0 && auction.status !== "active") return i18n.t("Nobody bid.");
    const reserve = auction.reservePrice;
    return (
      <>
        {i18n.t("{bids, plural, =0 {No bids yet.} one {# bid.} other {# bids.}}", { bids })}{" "}
        {reserve !== null && <Reserve reserve={reserve} met={auction.reserveMet === true} />}
      </>
    );
  }
  const shown = ["leading", "outbid"].includes(state) && ownMaximum !== null && ownMaximum > (ownBid ?? 0);
  return (
    <>
      {ownBid !== null && <Highest state={state} amount={formatShort(ownBid)} />}{" "}
      {shown && <Maximum state={state} amount={formatShort(ownMaximum)} />}
    </>
  );
}

function Highest({ state, amount }: { state: Mine["state"]; amount: string }) {
  const { i18n } = useLingui();
  return state === "leading"
    ? i18n.t("Your highest bid is {amount}.", { amount })
    : i18n.t("Your highest bid was {amount}.", { amount });
}

function Maximum({ state, amount }: { state: Mine["state"]; amount: string }) {
  const { i18n } = useLingui();
  return state === "outbid"
    ? i18n.t("Your maximum was {amount}.", { amount })
    : i18n.t("Your maximum is {amount}.", { amount });
}

function Reserve({ reserve, met }: { reserve: number; met: boolean }) {
  const { i18n } = useLingui();
  const amount = formatShort(reserve);
  return met ? i18n.t("Reserve of {amount} met.", { amount }) : i18n.t("Reserve of {amount} not met.", { amount });
}

function Amount({ mine: { price, auction } }: Pick<Props, "mine">) {
  return (
    <span className="block max-md:whitespace-nowrap">
      <span className="block text-meta text-ink-3 max-md:inline max-md:pr-2">{useLabel(auction)}</span>
      <Price ringgit={price ?? auction.startingPrice} size="row" sen />
    </span>
  );
}

function useLabel({ bidCount, outcome, status }: Mine["auction"]): string {
  const { i18n } = useLingui();
  if (outcome === "sold" || outcome === "bought_now") return i18n.t("Sold for");
  if (bidCount === 0) return i18n.t("Starting Price");
  return status === "active" ? i18n.t("Current Bid") : i18n.t("Highest bid");
}

function Action({ mine: { auction, listing, state } }: Pick<Props, "mine">) {
  const { i18n } = useLingui();
  const words: Partial<Record<Mine["state"], string>> = {
    outbid: i18n.t("Bid again"),
    to_pay: i18n.t("See how to pay"),
    offered: i18n.t("Answer the offer"),
    to_be_paid: i18n.t("Confirm the sale"),
  };
  const urgent = words[state];
  return (
    <Button asChild tone="line" size="small" className="relative z-1 max-md:col-[2/-1]">
      <Link to={paths.auction(auction.id)}>
        {urgent ?? i18n.t("Open")}
        <span className="sr-only">: {bottleName(listing?.name ?? "")}</span>
      </Link>
    </Button>
  );
}

function When({ mine, now }: Pick<Props, "mine" | "now">) {
  const { i18n } = useLingui();
  const { auction, payBy, answerBy } = mine;
  const end = auction.effectiveEndsAt;
  let words = i18n.t("Ended {date}", { date: formatDateTime(end) });
  if (answerBy) words = i18n.t("Answer by {date}", { date: formatDateTime(answerBy) });
  else if (payBy) words = i18n.t("Pay by {date}", { date: formatDateTime(payBy) });
  else if (auction.status === "active") {
    words =
      Date.parse(end) <= now
        ? i18n.t("Ending now")
        : i18n.t("{time} left", { time: shortTimeLeft(timeLeft(end, now)) });
  } else if (auction.status === "cancelled") return null;
  else if (auction.outcome === "bought_now") words = i18n.t("It was bought for the Buy Now Price.");
  return <span className="block text-meta text-ink-3">{words}</span>;
}
