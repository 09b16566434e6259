import { useLingui } from "@lingui/react";
import { formatShort } from "@/lib/money";
import type { Auction } from "../live";

const WIDTH = 520;
const TOP = 8;
const BOTTOM = 64;

export function PriceLadder({ auction }: { auction: Auction }) {
  const { i18n } = useLingui();
  const bids = [...auction.bids].reverse();
  const first = bids[0];
  const last = bids.at(-1);
  if (!first || !last || bids.length < 2) return null;
  const values = { from: formatShort(first.amount), to: formatShort(last.amount), bids: bids.length };
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} 72`}
        width="100%"
        height="72"
        preserveAspectRatio="none"
        role="img"
        aria-label={i18n.t("Price from {from} to {to} in {bids} bids", values)}
      >
        <path d="M0 64.5H520" className="stroke-line" vectorEffect="non-scaling-stroke" />
        <path
          d={stepsPath(bids.map((bid) => bid.amount))}
          fill="none"
          className="stroke-ambar-liquid"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="flex justify-between text-meta text-ink-2">
        <span>{values.from}</span>
        <span>{values.to}</span>
      </figcaption>
    </figure>
  );
}

export function stepsPath(amounts: number[]): string {
  const low = Math.min(...amounts);
  const reach = Math.max(1, Math.max(...amounts) - low);
  const stride = WIDTH / amounts.length;
  return amounts
    .map((amount, index) => {
      const y = (BOTTOM - ((amount - low) / reach) * (BOTTOM - TOP)).toFixed(1);
      const x = (index * stride).toFixed(1);
      return index === 0 ? `M0 ${y}H${stride.toFixed(1)}` : `H${x}V${y}H${((index + 1) * stride).toFixed(1)}`;
    })
    .join("");
}
