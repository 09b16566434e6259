/** The photographs: one large on reserved ground, the others as thumbnails, swiped on a phone. */
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { photosOf } from "@/lib/photos";
import { cn } from "@/ui/class-names";
import { Photo } from "@/ui/photo";
import type { Auction } from "./live";

export function Gallery({ product }: { product: NonNullable<Auction["product"]> }) {
  const { i18n } = useLingui();
  const photos = photosOf(product);
  const [chosen, setChosen] = useState(0);
  const shown = Math.min(chosen, Math.max(0, photos.length - 1));
  const alt = i18n.t("{brand} {name}, {volume} ml bottle, {percent}% full", {
    brand: product.brand,
    name: product.name,
    volume: product.volume ?? "",
    percent: product.remainingPercentage,
  });
  return (
    <section aria-label={i18n.t("Photographs")} className="order-1 grid gap-3 max-md:m-0 xl:grid-cols-[minmax(0,1fr)_72px]">
      <div className="relative">
        <Photo
          eager
          src={photos[shown]}
          alt={alt}
          ratio="aspect-[4/3] md:aspect-[4/5] xl:aspect-square xl:max-h-[calc(100dvh-270px)] xl:w-full"
          className="max-md:rounded-none"
        />
        {photos.length > 1 && <Counter shown={shown + 1} all={photos.length} />}
      </div>
      {photos.length > 1 && <Thumbnails photos={photos} shown={shown} onChoose={setChosen} />}
    </section>
  );
}

function Counter({ shown, all }: { shown: number; all: number }) {
  return (
    <span className="absolute bottom-3 left-3 rounded-1 bg-surface px-2 py-0.5 text-meta">
      {shown} / {all}
    </span>
  );
}

function Thumbnails({ photos, shown, onChoose }: { photos: string[]; shown: number; onChoose: (index: number) => void }) {
  const { i18n } = useLingui();
  return (
    <div className="grid content-start gap-2 max-xl:grid-cols-[repeat(auto-fill,64px)] max-md:px-[var(--gutter)] xl:grid-cols-1">
      {photos.map((photo, index) => (
        <button
          key={photo}
          type="button"
          aria-label={i18n.t("Photograph {number}", { number: index + 1 })}
          aria-current={index === shown ? "true" : undefined}
          onClick={() => onChoose(index)}
          className="relative block w-full rounded-1"
        >
          <Photo src={photo} alt="" />
          <span
            aria-hidden="true"
            className={cn("absolute inset-0 rounded-1", index === shown && "border-2 border-ink inset-ring-2 inset-ring-paper")}
          />
        </button>
      ))}
    </div>
  );
}
