/** The bid: three quick amounts, the amount, a maximum if one likes, and the one ambar button. */
import { useLingui } from "@lingui/react";
import { type FormEvent, useState } from "react";
import { useConnectionState } from "@/lib/live-hooks";
import { forInput, formatRinggit, formatShort, parseSen, toSen } from "@/lib/money";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { fieldFrame } from "@/ui/field";
import { refusedAmounts } from "./amounts";
import type { Auction } from "./live";
import { MaximumField } from "./maximum-field";
import type { RoomProps } from "./room-props";
import { lowestBid, quickBids } from "./standing";

type Props = Pick<RoomProps, "auction" | "bidding" | "amountField" | "standing">;

/** The amount follows the lowest next bid until the bidder writes their own. */
export function BidForm({ auction, bidding, amountField, standing }: Props) {
  const { i18n } = useLingui();
  const [written, setWritten] = useState<string | null>(null);
  const [most, setMost] = useState<string | null>(null);
  const [asked, setAsked] = useState("");
  const connected = useConnectionState() === "connected";
  const lowest = lowestBid(auction);
  const amount = written ?? forInput(lowest);
  const sen = parseSen(amount);
  // A field that was opened and left empty is no maximum; one with something else than an amount in it is a mistake.
  const mostSen = most?.trim() ? parseSen(most) : undefined;
  const meant = `${sen} ${mostSen}`;
  const sure = meant !== asked;
  const unusual = isUnusual(auction, Math.max(sen ?? 0, mostSen ?? 0));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sure && unusual && !refusedAmounts(sen, mostSen)) return setAsked(meant);
    setAsked("");
    if (!(await bidding.placeBid(sen, mostSen))) return;
    setWritten(null);
    setMost(null);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <QuickBids auction={auction} amount={amount} onChoose={setWritten} />
      <div className="grid gap-2 min-[360px]:grid-cols-2">
        <AmountField value={amount} onChange={setWritten} field={amountField} />
        <Button
          type="submit"
          tone="bid"
          size="large"
          data-testid="place-bid"
          busy={bidding.sending}
          disabled={!connected}
        >
          {sure ? i18n.t("Place Bid") : yesWords(i18n, sen, mostSen)}
        </Button>
      </div>
      {!sure && (
        <p role="alert" className="text-small font-medium text-ambar">
          {i18n.t("That is more than ten times the price now. Press again if you mean it.")}
        </p>
      )}
      {/* As high as its longest sentence: what stands below must not move when somebody else takes the lead. */}
      <p id="lowest-bid" className="min-h-10 text-meta text-ink-2 max-[359px]:min-h-15">
        {lowest === auction.minimumBid && (
          <span data-testid="minimum-bid">
            {i18n.t("Lowest next bid {amount}.", { amount: formatRinggit(lowest) })}{" "}
          </span>
        )}
        {standing === "leading"
          ? i18n.t("You lead: a bid now raises only your maximum, which nobody else sees.")
          : i18n.t("Bids are final and binding.")}
      </p>
      <MaximumField value={most} wrong={mostSen === null} onChange={setMost} />
    </form>
  );
}

/** More than ten times the price: more likely a slip of the finger than a wish (U21). */
function isUnusual({ currentBid, startingPrice }: Auction, sen: number): boolean {
  return sen > 10 * toSen(currentBid ?? startingPrice);
}

/** The button says what it will do: the amount, or how far the house may go. */
function yesWords(i18n: ReturnType<typeof useLingui>["i18n"], sen: number | null, most?: number | null): string {
  const amount = formatShort((most ?? sen ?? 0) / 100);
  return most ? i18n.t("Yes, up to {amount}", { amount }) : i18n.t("Yes, bid {amount}", { amount });
}

interface AmountProps {
  value: string;
  onChange: (value: string) => void;
  field: Props["amountField"];
}

function AmountField({ value, onChange, field }: AmountProps) {
  const { i18n } = useLingui();
  return (
    <label className={cn(fieldFrame, "min-h-13")}>
      <span className="sr-only">{i18n.t("Your bid in ringgit")}</span>
      <span aria-hidden="true" className="pl-3 text-ink-3">
        RM
      </span>
      <input
        ref={field}
        data-testid="bid-amount"
        inputMode="decimal"
        autoComplete="off"
        aria-describedby="lowest-bid"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="min-h-12 w-full min-w-0 flex-1 bg-transparent px-2 text-quote font-medium outline-none focus-visible:outline-none"
      />
    </label>
  );
}

interface QuickProps {
  auction: Auction;
  amount: string;
  onChoose: (amount: string) => void;
}

function QuickBids({ auction, amount, onChoose }: QuickProps) {
  const { i18n } = useLingui();
  const [lowest = 0, ...others] = quickBids(auction);
  return (
    <fieldset className="grid grid-cols-3 gap-2 max-[359px]:gap-1.5">
      <legend className="sr-only">{i18n.t("Quick bids")}</legend>
      {[lowest, ...others].map((bid) => {
        const more = toSen(bid) - toSen(lowest);
        return (
          <button
            key={bid}
            type="button"
            aria-pressed={parseSen(amount) === toSen(bid)}
            onClick={() => onChoose(forInput(bid))}
            className="flex min-h-11 flex-wrap items-center justify-center gap-x-2 rounded-1 border border-edge px-1 leading-tight hover:border-ink aria-pressed:border-ambar-liquid aria-pressed:inset-ring aria-pressed:inset-ring-ambar-liquid"
          >
            <b className="font-semibold">{formatShort(bid)}</b>
            <small className="text-meta text-ink-2">{more === 0 ? i18n.t("lowest") : `+${forInput(more / 100)}`}</small>
          </button>
        );
      })}
    </fieldset>
  );
}
