import { useLingui } from "@lingui/react";
import { BottleGlass } from "@/shared/listings/bottle";
import { leftOf } from "@/shared/listings/listing-words";
import type { Product } from "@/shared/listings/types";

export function LevelPanel({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { remainingPercentage: percent, volume } = product;
  const left = leftOf(product);
  return (
    <div className="flex items-center gap-6 bg-wash px-6 py-4">
      <BottleGlass percent={percent} height={88} ticks />
      <div>
        <p className="text-lot font-semibold">{i18n.t("{percent}% full", { percent })}</p>
        {left !== null && (
          <p className="text-small text-ink-2">{i18n.t("about {left} of {volume} ml left", { left, volume })}</p>
        )}
      </div>
    </div>
  );
}
