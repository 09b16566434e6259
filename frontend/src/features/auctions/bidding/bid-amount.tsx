import { useLingui } from "@lingui/react";
import { useEffect, useRef } from "react";
import { forInput, formatShort, parseSen, toSen } from "@/lib/money";
import { cn } from "@/ui/class-names";
import { FieldError, fieldFrame } from "@/ui/field";
import type { Auction } from "../live";
import { quickBids } from "../room/bidder-status";

interface AmountProps {
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

export function AmountField({ value, error, onChange }: AmountProps) {
  const { i18n } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <label className={cn(fieldFrame, "min-h-13")}>
      <span className="sr-only">{i18n.t("Your bid in ringgit")}</span>
      <span aria-hidden="true" className="pl-3 text-ink-3">
        RM
      </span>
      <input
        ref={field}
        id="bidding"
        data-testid="bid-amount"
        inputMode="decimal"
        autoComplete="off"
        aria-describedby={error ? "bid-error lowest-bid" : "lowest-bid"}
        aria-invalid={error ? true : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="min-h-12 w-full min-w-0 flex-1 bg-transparent px-2 text-quote font-medium outline-none focus-visible:outline-none"
      />
    </label>
  );
}

export function AmountError({ children }: { children?: string }) {
  return <FieldError id="bid-error">{children}</FieldError>;
}

interface QuickProps {
  auction: Auction;
  amount: string;
  onChoose: (amount: string) => void;
}

export function QuickBids({ auction, amount, onChoose }: QuickProps) {
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
