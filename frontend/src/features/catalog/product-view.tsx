/** One listing: the photograph, name and price with what a millilitre costs, the level, the facts. */
import { useLingui } from "@lingui/react";
import { levelOf, pricePerMl } from "@/lib/level";
import { formatRinggit } from "@/lib/money";
import { coverOf } from "@/lib/photos";
import { Badge } from "@/ui/badge";
import { BottleGlass } from "@/ui/bottle";
import { PersonLink } from "@/ui/person-link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Facts } from "@/ui/table";
import type { Product } from "./api";

export function ProductView({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { brand, name, remainingPercentage, volume, price } = product;
  const perMl = pricePerMl(price, remainingPercentage, volume);
  const alt = i18n.t("{brand} {name}, {volume} ml bottle, {percent}% full", {
    brand,
    name,
    volume: volume ?? "",
    percent: remainingPercentage,
  });
  return (
    <div className="wrap grid items-start gap-8 pt-6 md:grid-cols-[7fr_5fr] md:gap-14 md:pt-8">
      <Photo src={coverOf(product)} alt={alt} ratio="aspect-[4/5] md:aspect-square" eager />
      <div className="grid gap-6">
        <div className="grid gap-2">
          <span className="text-ink-2">{brand}</span>
          <h1 className="text-h1 break-words">{name}</h1>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2 border-t border-ink pt-4">
          <Price ringgit={price} size="large" sen />
          {perMl !== null && (
            <span className="text-small text-ink-2">
              {i18n.t("{price} per ml left", { price: formatRinggit(perMl) })}
            </span>
          )}
          <Badge tone="line">
            {product.listingType === "negotiable" ? i18n.t("Negotiable") : i18n.t("Fixed Price")}
          </Badge>
        </div>
        <LevelPanel percent={remainingPercentage} volume={volume} />
        <p className="serif text-quote leading-[1.35]">{product.description}</p>
        <ProductFacts product={product} />
      </div>
    </div>
  );
}

function LevelPanel({ percent, volume }: { percent: number; volume: number | null }) {
  const { i18n } = useLingui();
  const { left } = levelOf(percent, volume);
  return (
    <div className="flex items-center gap-6 bg-wash px-6 py-5">
      <BottleGlass percent={percent} height={96} ticks />
      <div>
        <p className="text-level font-medium leading-none tracking-[-0.025em]">
          {i18n.t("{percent}% full", { percent })}
        </p>
        {left !== null && (
          <p className="mt-2 text-ink-2">{i18n.t("about {left} of {volume} ml left", { left, volume })}</p>
        )}
      </div>
    </div>
  );
}

function ProductFacts({ product }: { product: Product }) {
  const { seller } = product;
  const { i18n } = useLingui();
  const notStated = i18n.t("not stated");
  return (
    <Facts
      facts={[
        [i18n.t("Seller"), seller ? <PersonLink key="seller" seller={seller} /> : notStated],
        [i18n.t("Original purchase year"), product.purchaseYear ?? notStated],
        [i18n.t("Box condition"), product.boxCondition ?? notStated],
        [i18n.t("Batch code"), product.batchCode ?? notStated],
      ]}
    />
  );
}
