import { useLingui } from "@lingui/react";
import { type FormEvent, useImperativeHandle, useRef, useState } from "react";
import { useIsConnected } from "@/lib/live/live-hooks";
import { forInput, formatRinggit, formatShort, parseSen, toSen } from "@/lib/money";
import { Button } from "@/ui/button";
import type { Auction } from "../live";
import { lowestBid } from "../room/bidder-status";
import type { RoomProps } from "../room/room-props";
import { refusedAmounts } from "./amounts";
import { AmountError, AmountField, QuickBids } from "./bid-amount";
import { MaximumField } from "./maximum-field";
import type { AtField } from "./use-bidding";

type Props = Pick<RoomProps, "auction" | "bidding" | "bidForm" | "bidderStatus">;

export function BidForm({ auction, bidding, bidForm, bidderStatus }: Props) {
  const { i18n } = useLingui();
  const connected = useIsConnected();
  const offer = useOffer(auction, bidderStatus);
  const button = useRef<HTMLButtonElement>(null);
  const { amount, sen, most, mostSen, refused } = offer;
  const lowest = lowestBid(auction);
  useImperativeHandle(bidForm, () => ({
    button: () => button.current,
    prepare: () => {
      offer.takeLowest();
      button.current?.focus();
      button.current?.scrollIntoView?.({ block: "center" });
    },
  }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (offer.asksFirst()) return;
    offer.showRefusal(await bidding.placeBid(sen, mostSen));
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <QuickBids auction={auction} amount={amount} onChoose={offer.write} />
      <div className="grid gap-2 min-[360px]:grid-cols-2">
        <AmountField value={amount} error={refused} onChange={offer.write} />
        <Button
          ref={button}
          type="submit"
          tone="bid"
          size="large"
          data-testid="place-bid"
          busy={bidding.sending}
          disabled={!connected}
        >
          {offer.asked ? yesWords(i18n, sen, mostSen) : i18n.t("Place Bid")}
        </Button>
      </div>
      <AmountError>{refused}</AmountError>
      {offer.asked && (
        <p role="alert" className="text-small font-medium text-ambar">
          {offer.unusual
            ? i18n.t("That is more than ten times the price now. Press again if you mean it.")
            : i18n.t("Press again to place this bid.")}
        </p>
      )}
      {/* As high as its longest sentence, so that nothing below moves when the lead changes. */}
      <p id="lowest-bid" className="min-h-10 text-meta text-ink-2 max-[359px]:min-h-15">
        {lowest === auction.minimumBid && (
          <span data-testid="minimum-bid">
            {i18n.t("Lowest next bid {amount}.", { amount: formatRinggit(lowest) })}{" "}
          </span>
        )}
        {bidderStatus === "leading"
          ? i18n.t("You lead: a bid now raises only your maximum, which nobody else sees.")
          : i18n.t("Bids are final and binding.")}
      </p>
      <MaximumField value={most} wrong={mostSen === null} onChange={offer.writeMost} />
    </form>
  );
}

function useOffer(auction: Auction, bidderStatus: Props["bidderStatus"]) {
  const [written, setWritten] = useState<string | null>(null);
  const [most, setMost] = useState<string | null>(null);
  const [askedFor, setAskedFor] = useState("");
  const [refusal, setRefusal] = useState({ amount: "", text: "" });
  const amount = written ?? forInput(lowestBid(auction));
  const sen = parseSen(amount);
  // An empty field means no maximum. Anything that is not an amount is an error.
  const mostSen = most?.trim() ? parseSen(most) : undefined;
  const offered = `${sen} ${mostSen}`;
  const isConfirmed = offered === askedFor;
  const unusual = isUnusual(auction, Math.max(sen ?? 0, mostSen ?? 0));
  const asksFirst = () => {
    // Once outbid, the suggested amount changes under the finger, so it is confirmed first.
    const suggested = written === null && bidderStatus === "outbid";
    const ask = !isConfirmed && (unusual || suggested) && !refusedAmounts(sen, mostSen);
    setAskedFor(ask ? offered : "");
    return ask;
  };
  const showRefusal = (outcome: AtField) => {
    setRefusal({ amount, text: outcome.refused ?? "" });
    if (!outcome.accepted) return;
    setWritten(null);
    setMost(null);
  };
  const takeLowest = () => {
    setWritten(null);
    setMost(null);
    setAskedFor(`${toSen(lowestBid(auction))} undefined`);
  };
  const refused = refusal.amount === amount && refusal.text ? refusal.text : undefined;
  return {
    amount,
    sen,
    most,
    mostSen,
    asked: isConfirmed,
    unusual,
    refused,
    write: setWritten,
    writeMost: setMost,
    asksFirst,
    showRefusal,
    takeLowest,
  };
}

function isUnusual({ currentBid, startingPrice }: Auction, sen: number): boolean {
  return sen > 10 * toSen(currentBid ?? startingPrice);
}

function yesWords(i18n: ReturnType<typeof useLingui>["i18n"], sen: number | null, most?: number | null): string {
  const amount = formatShort((most ?? sen ?? 0) / 100);
  return most ? i18n.t("Yes, up to {amount}", { amount }) : i18n.t("Yes, bid {amount}", { amount });
}
