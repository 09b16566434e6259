import { useLingui } from "@lingui/react";
import { Maximize2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type UIEvent, useRef, useState } from "react";
import type { Picture } from "@/lib/pictures";
import { cn } from "./class-names";
import { icon } from "./icon";
import { Photo } from "./photo";
import { Skeleton } from "./skeleton";
import { Zoom } from "./zoom";

type Side = "left" | "right";

const GRID = "grid grid-cols-[minmax(0,1fr)] gap-3";

const LAYOUTS = {
  left: {
    grid: "max-md:-mx-(--gutter)",
    withThumbnails: "md:grid-cols-[72px_minmax(0,1fr)]",
    thumbnails: "",
    frame: "aspect-square md:aspect-[4/5] md:max-h-[calc(100dvh-150px)] md:w-full",
    sizes: "(min-width: 1200px) 640px, (min-width: 768px) 54vw, 100vw",
  },
  right: {
    grid: "xl:grid-cols-[minmax(0,1fr)_72px]",
    withThumbnails: "",
    thumbnails: "max-xl:grid-cols-[repeat(auto-fill,64px)]",
    frame: "aspect-[4/3] md:aspect-[4/5] xl:aspect-square xl:max-h-[calc(100dvh-270px)] xl:w-full",
    sizes: "(min-width: 1200px) 640px, (min-width: 768px) 48vw, 100vw",
  },
} as const satisfies Record<Side, Record<string, string>>;

interface Props {
  pictures: Picture[];
  alt: string;
  thumbnails: Side;
  className?: string;
  children?: ReactNode;
}

export function Gallery({ pictures, alt, thumbnails: side, className, children }: Props) {
  const { i18n } = useLingui();
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const layout = LAYOUTS[side];
  const many = pictures.length > 1;
  const show = (index: number) => {
    const next = Math.min(Math.max(0, index), pictures.length - 1);
    setShown(next);
    row.current?.scrollTo?.({ left: next * row.current.clientWidth });
  };
  const followScroll = ({ currentTarget }: UIEvent<HTMLElement>) =>
    currentTarget.clientWidth > 0 && setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth));
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(shown + step);
  };
  const thumbnails = many && (
    <Thumbnails pictures={pictures} shown={shown} onChoose={show} className={layout.thumbnails} />
  );
  return (
    <section
      aria-label={i18n.t("Photographs")}
      className={cn(GRID, layout.grid, many && layout.withThumbnails, className)}
    >
      {side === "left" && thumbnails}
      <div className="relative">
        <ul
          ref={row}
          // Focusable only if it scrolls.
          tabIndex={many ? 0 : undefined}
          aria-label={many ? i18n.t("Photographs, left and right arrow keys") : i18n.t("Photographs")}
          onScroll={followScroll}
          onKeyDown={press}
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        >
          {(pictures.length > 0 ? pictures : [null]).map((picture, index) => (
            <li key={picture?.imageUrl ?? "none"} className="w-full flex-none snap-start">
              <Photo
                eager={index === 0}
                picture={picture}
                alt={alt}
                ratio={layout.frame}
                sizes={layout.sizes}
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
      {side === "right" && thumbnails}
      {zoomed && <Zoom pictures={pictures} alt={alt} start={shown} onShow={show} onClose={() => setZoomed(false)} />}
    </section>
  );
}

export function GallerySkeleton({ thumbnails: side }: { thumbnails: Side }) {
  const layout = LAYOUTS[side];
  return (
    <div className={cn(GRID, layout.grid, layout.withThumbnails)}>
      {side === "left" && <Skeleton className="aspect-[4/5] h-auto max-md:hidden" />}
      <Photo eager alt="" ratio={layout.frame} sizes={layout.sizes} className="max-md:rounded-none" />
    </div>
  );
}

interface ThumbnailProps {
  pictures: Picture[];
  shown: number;
  onChoose: (index: number) => void;
  className: string;
}

function Thumbnails({ pictures, shown, onChoose, className }: ThumbnailProps) {
  const { i18n } = useLingui();
  return (
    <div className={cn("grid content-start gap-2 max-md:hidden", className)}>
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
