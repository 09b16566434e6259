/** The photographs: dropped, pasted, chosen or taken; ordered by hand or by keyboard; cut; tried again. */
import { useLingui } from "@lingui/react";
import { Camera, ImagePlus } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { FieldError } from "@/ui/field";
import { icon, largeIcon } from "@/ui/icon";
import { CropDialog } from "./crop-dialog";
import { PhotoSlot } from "./photo-slot";
import { MOST_PHOTOS, type Photo } from "./photos";
import type { Photos } from "./use-photos";

interface Props {
  photos: Photos;
  error?: string;
  active: boolean;
}

export function PhotosStep({ photos, error, active }: Props) {
  const { i18n } = useLingui();
  const [said, setSaid] = useState("");
  const [cutting, setCutting] = useState<Photo | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const names = usePlaceNames();
  const { list } = photos;
  const add = (files: Iterable<File>) => {
    const left = photos.add(files);
    setSaid(left > 0 ? i18n.t("Up to 5 images per product. {left} not added.", { left }) : "");
  };
  usePaste(active, add);
  const move = (photo: Photo, to: number) => {
    if (to < 0 || to >= list.length) return;
    photos.change({ type: "moved", key: photo.key, to });
    setSaid(i18n.t("Photograph moved to place {place} of {total}.", { place: to + 1, total: list.length }));
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) add(event.dataTransfer.files);
  };
  return (
    <section aria-labelledby="sell-photos" className="grid gap-4">
      <h2 id="sell-photos" className="text-part">
        {i18n.t("Photographs")}
      </h2>
      <p id="sell-photos-hint" className="text-ink-2">
        {i18n.t("Original photos, not internet photos. Buyers look for these five. JPG, PNG or GIF up to 5MB")}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the buttons inside do the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(event.dataTransfer.types.includes("Files"));
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
        className={cn("-m-2 rounded-1 p-2", over && "bg-wash outline-2 outline-dashed outline-edge")}
      >
        <ul className="grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-5">
          {list.map((photo, place) => (
            <PhotoSlot
              key={photo.key}
              photo={photo}
              place={place}
              total={list.length}
              caption={names[place] ?? ""}
              onMove={(to) => move(photo, to)}
              onCrop={() => setCutting(photo)}
              onRemove={() => photos.change({ type: "removed", key: photo.key })}
              onRetry={() => photos.change({ type: "again", key: photo.key })}
              onDragStart={() => setDragged(photo.key)}
              onDropHere={() => {
                const one = list.find(({ key }) => key === dragged);
                if (one) move(one, place);
                setDragged(null);
              }}
            />
          ))}
          {list.length < MOST_PHOTOS && <AddSlot caption={names[list.length] ?? ""} error={error} onAdd={add} />}
        </ul>
      </div>
      <FieldError id="sell-imageUrl-error">{error}</FieldError>
      {error && <p className="text-small text-ink-2">{i18n.t("Add at least one photograph of this bottle.")}</p>}
      <p role="status" className="min-h-5 text-meta text-ink-3">
        {said}
      </p>
      {cutting && (
        <CropDialog photo={cutting} onClose={() => setCutting(null)} onCut={(cut) => photos.crop(cutting, cut)} />
      )}
    </section>
  );
}

function AddSlot({
  caption,
  error,
  onAdd,
}: {
  caption: string;
  error?: string;
  onAdd: (files: Iterable<File>) => void;
}) {
  const { i18n } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = ({ target }: React.ChangeEvent<HTMLInputElement>) => {
    onAdd(target.files ?? []);
    target.value = "";
  };
  const hidden = { type: "file", accept: "image/*", tabIndex: -1, className: "sr-only", onChange: take } as const;
  return (
    <li className="grid content-start gap-1.5">
      <button
        type="button"
        id="sell-imageUrl"
        aria-describedby={error ? "sell-imageUrl-error" : "sell-photos-hint"}
        onClick={() => chooser.current?.click()}
        className={cn(
          "grid aspect-[4/5] w-full place-content-center justify-items-center gap-2 rounded-1 border border-dashed bg-surface font-semibold hover:border-ink hover:bg-wash",
          error ? "border-rosella inset-ring inset-ring-rosella" : "border-edge",
        )}
      >
        <ImagePlus {...largeIcon} />
        {i18n.t("Add")}
        <span className="sr-only">{i18n.t("photographs")}</span>
      </button>
      <input ref={chooser} {...hidden} multiple aria-label={i18n.t("Choose photographs")} />
      <input ref={camera} {...hidden} capture="environment" aria-label={i18n.t("Take a photo")} />
      <Button tone="line" size="small" className="md:hidden" onClick={() => camera.current?.click()}>
        <Camera {...icon} />
        {i18n.t("Take a photo")}
      </Button>
      <span className="text-small font-semibold">{caption}</span>
      <span className="text-meta text-ink-3 max-md:hidden">{i18n.t("Choose, drop here, or paste")}</span>
    </li>
  );
}

function usePlaceNames(): string[] {
  const { i18n } = useLingui();
  return [
    i18n.t("Front"),
    i18n.t("Level, against a light"),
    i18n.t("Batch code"),
    i18n.t("Box"),
    i18n.t("Your username and today’s date"),
  ];
}

/** A picture on the clipboard is taken wherever the cursor is, while this step is open. */
function usePaste(active: boolean, add: (files: Iterable<File>) => void): void {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    if (!active) return;
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = clipboardData?.files ?? [];
      if (files.length > 0) latest.current(files);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [active]);
}
