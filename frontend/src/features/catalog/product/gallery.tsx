/** The photographs of a bottle: swipe, arrow keys, thumbnails, and the full size. */
import { useLingui } from "@lingui/react";
import { Maximize2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type UIEvent, useRef, useState } from "react";
import { type Picture, picturesOf } from "@/lib/bottle/photos";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";
import { Photo } from "@/ui/photo";
import { Skeleton } from "@/ui/skeleton";
import { Zoom } from "@/ui/zoom";
import { photoWords } from "../names";
import type { Product } from "../types";

const FRAME = "aspect-square md:aspect-[4/5] md:max-h-[calc(100dvh-150px)] md:w-full";
const AROUND = "grid grid-cols-[minmax(0,1fr)] gap-3 max-md:-mx-(--gutter)";
const WITH_THUMBNAILS = "md:grid-cols-[72px_minmax(0,1fr)]";
const SIZES = "(min-width: 1200px) 640px, (min-width: 768px) 54vw, 100vw";

export function Gallery({ product, children }: { product: Product; children?: ReactNode }) {
  const { i18n } = useLingui();
  const pictures = picturesOf(product);
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const show = (index: number) => {
    const at = Math.min(Math.max(0, index), pictures.length - 1);
    setShown(at);
    row.current?.scrollTo?.({ left: at * row.current.clientWidth });
  };
  const follow = ({ currentTarget }: UIEvent<HTMLElement>) =>
    currentTarget.clientWidth > 0 && setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth));
  const press = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(shown + by);
  };
  const many = pictures.length > 1;
  return (
    <section aria-label={i18n.t("Photographs")} className={cn(AROUND, many && WITH_THUMBNAILS)}>
      {many && <Thumbnails pictures={pictures} shown={shown} onChoose={show} />}
      <div className="relative">
        <ul
          ref={row}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={i18n.t("Photographs, left and right arrow keys")}
          onScroll={follow}
          onKeyDown={press}
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        >
          {(many || pictures.length === 1 ? pictures : [null]).map((picture, index) => (
            <li key={picture?.imageUrl ?? "none"} className="w-full flex-none snap-start">
              <Photo
                eager={index === 0}
                picture={picture}
                alt={photoWords(product)}
                ratio={FRAME}
                sizes={SIZES}
                className="max-md:rounded-none"
              />
            </li>
          ))}
        </ul>
        {many && (
          <span className="absolute bottom-3 left-3 rounded-1 bg-surface px-2 py-0.5 text-meta">
            {shown + 1} / {pictures.length}
          </span>
        )}
        {pictures.length > 0 && (
          <button
            type="button"
            aria-label={i18n.t("Open full size")}
            onClick={() => setZoomed(true)}
            className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-1 bg-surface"
          >
            <Maximize2 {...icon} />
          </button>
        )}
        {children}
      </div>
      {zoomed && (
        <Zoom
          pictures={pictures}
          alt={photoWords(product)}
          start={shown}
          onShow={show}
          onClose={() => setZoomed(false)}
        />
      )}
    </section>
  );
}

/** The same frame before the listing is here. */
export function WaitingGallery() {
  return (
    <div className={cn(AROUND, WITH_THUMBNAILS)}>
      <Skeleton className="aspect-[4/5] h-auto max-md:hidden" />
      <Photo eager alt="" ratio={FRAME} sizes={SIZES} className="max-md:rounded-none" />
    </div>
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
    <div className="grid content-start gap-2 max-md:hidden">
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
