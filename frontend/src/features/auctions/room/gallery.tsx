/** The photographs: one row that snaps and can be swiped, with thumbnails where there is room. */
import { useLingui } from "@lingui/react";
import { Maximize2 } from "lucide-react";
import { type UIEvent, useRef, useState } from "react";
import { type Picture, picturesOf } from "@/lib/bottle/photos";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";
import { Photo } from "@/ui/photo";
import { Zoom } from "@/ui/zoom";
import type { Auction } from "../live";

export const AROUND = "grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-[minmax(0,1fr)_72px]";
export const SIZES = "(min-width: 1200px) 640px, (min-width: 768px) 48vw, 100vw";
export const FRAME = "aspect-[4/3] md:aspect-[4/5] xl:aspect-square xl:max-h-[calc(100dvh-270px)] xl:w-full";

export function Gallery({ product }: { product: NonNullable<Auction["product"]> }) {
  const { i18n } = useLingui();
  const pictures = picturesOf(product);
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const alt = i18n.t("{brand} {name}, {volume} ml bottle, {percent}% full", {
    brand: product.brand,
    name: product.name,
    volume: product.volume ?? "",
    percent: product.remainingPercentage,
  });
  const show = (index: number) => row.current?.scrollTo?.({ left: index * row.current.clientWidth });
  const follow = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)));
  return (
    <section aria-label={i18n.t("Photographs")} className={cn("order-1", AROUND)}>
      <div className="relative">
        <ul
          ref={row}
          // What scrolls must be reachable by keyboard; what does not is no stop on the way to the bid.
          tabIndex={pictures.length > 1 ? 0 : undefined}
          aria-label={i18n.t("Photographs")}
          onScroll={follow}
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        >
          {(pictures.length > 0 ? pictures : [null]).map((picture, index) => (
            <li key={picture?.imageUrl ?? "none"} className="w-full flex-none snap-start">
              <Photo
                eager={index === 0}
                picture={picture}
                alt={alt}
                ratio={FRAME}
                sizes={SIZES}
                className="max-md:rounded-none"
              />
            </li>
          ))}
        </ul>
        {pictures.length > 1 && <Counter shown={shown + 1} all={pictures.length} />}
        {pictures.length > 0 && <FullSize onOpen={() => setZoomed(true)} />}
      </div>
      {pictures.length > 1 && <Thumbnails pictures={pictures} shown={shown} onChoose={show} />}
      {zoomed && <Zoom pictures={pictures} alt={alt} start={shown} onShow={show} onClose={() => setZoomed(false)} />}
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

function FullSize({ onOpen }: { onOpen: () => void }) {
  const { i18n } = useLingui();
  return (
    <button
      type="button"
      aria-label={i18n.t("Open full size")}
      onClick={onOpen}
      className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-1 bg-surface"
    >
      <Maximize2 {...icon} />
    </button>
  );
}

interface ThumbnailProps {
  pictures: Picture[];
  shown: number;
  onChoose: (index: number) => void;
}

function Thumbnails({ pictures, shown, onChoose }: ThumbnailProps) {
  const { i18n } = useLingui();
  return (
    <div className="grid content-start gap-2 max-xl:grid-cols-[repeat(auto-fill,64px)] max-md:hidden">
      {pictures.map((picture, index) => (
        <button
          key={picture.imageUrl}
          type="button"
          aria-label={i18n.t("Photograph {number}", { number: index + 1 })}
          aria-current={index === shown ? "true" : undefined}
          onClick={() => onChoose(index)}
          className="relative block w-full rounded-1"
        >
          <Photo picture={picture} alt="" sizes="72px" />
          <span
            aria-hidden="true"
            className={cn(
              "absolute inset-0 rounded-1",
              index === shown && "border-2 border-ink inset-ring-2 inset-ring-paper",
            )}
          />
        </button>
      ))}
    </div>
  );
}
