/** The photographs: dropped, pasted, chosen or taken; ordered by hand or by keyboard; cut; tried again. */
import { useLingui } from "@lingui/react";
import { Camera } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { FieldError } from "@/ui/field";
import { icon } from "@/ui/icon";
import { CropDialog } from "./crop-dialog";
import { EmptyPlace } from "./empty-place";
import { PhotoSlot } from "./photo-slot";
import { MOST_PHOTOS, type Photo, placesInUse, placesOf } from "./photos";
import type { Photos } from "./use-photos";

interface Props {
  photos: Photos;
  error?: string;
  active: boolean;
}

export function PhotosStep({ photos, error, active }: Props) {
  const { i18n } = useLingui();
  const [announcement, setAnnouncement] = useState("");
  const [cutting, setCutting] = useState<Photo | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const aimed = useRef<number | undefined>(undefined);
  // Where some photographs stand already, those of the first places are among them.
  const kinds = useKinds().slice(MOST_PHOTOS - photos.places);
  const { list } = photos;
  const places = placesOf(list).slice(0, photos.places);
  const inUse = placesInUse(list);
  const add = (files: Iterable<File>, at?: number) => {
    const left = photos.add(files, at);
    setAnnouncement(left > 0 ? i18n.t("Up to 5 images per product. {left} not added.", { left }) : "");
  };
  usePaste(active, add);
  const move = (photo: Photo, to: number) => {
    if (to < 0 || to >= inUse) return;
    photos.change({ type: "moved", key: photo.key, to });
    setAnnouncement(i18n.t("Photograph moved to place {place} of {total}.", { place: to + 1, total: inUse }));
  };
  const choose = (place: number) => {
    aimed.current = place;
    chooser.current?.click();
  };
  const take = ({ target }: React.ChangeEvent<HTMLInputElement>) => {
    add(target.files ?? [], aimed.current);
    aimed.current = undefined;
    target.value = "";
  };
  const putAt = (place: number) => {
    if (dragged) photos.change({ type: "placed", key: dragged, to: place });
    setDragged(null);
  };
  const hidden = { type: "file", accept: "image/*", tabIndex: -1, className: "sr-only", onChange: take } as const;
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
          {places.map((photo, place) => {
            const { caption, hint } = kinds[place] ?? { caption: "", hint: "" };
            return photo ? (
              <PhotoSlot
                key={photo.key}
                photo={photo}
                place={place}
                total={inUse}
                cover={photo === list[0]}
                caption={caption}
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
            ) : (
              <EmptyPlace
                key={caption}
                caption={caption}
                hint={hint}
                first={place === places.indexOf(null)}
                wrong={error !== undefined && place === 0}
                onChoose={() => choose(place)}
                onFiles={(files) => add(files, place)}
                onPhoto={() => putAt(place)}
              />
            );
          })}
        </ul>
        <input ref={chooser} {...hidden} multiple aria-label={i18n.t("Choose photographs")} />
        <input ref={camera} {...hidden} capture="environment" aria-label={i18n.t("Take a photo")} />
      </div>
      {list.length < photos.places && (
        <Button tone="line" className="md:hidden" onClick={() => camera.current?.click()}>
          <Camera {...icon} />
          {i18n.t("Take a photo")}
        </Button>
      )}
      <FieldError id="sell-imageUrl-error">{error}</FieldError>
      {error && <p className="text-small text-ink-2">{i18n.t("Add at least one photograph of this bottle.")}</p>}
      <p role="status" className="min-h-5 text-meta text-ink-3">
        {announcement}
      </p>
      {cutting && (
        <CropDialog photo={cutting} onClose={() => setCutting(null)} onCut={(cut) => photos.crop(cutting, cut)} />
      )}
    </section>
  );
}

/** What buyers look for, and how to take it. */
function useKinds(): { caption: string; hint: string }[] {
  const { i18n } = useLingui();
  return [
    { caption: i18n.t("The whole bottle"), hint: i18n.t("It is the cover.") },
    { caption: i18n.t("The level"), hint: i18n.t("Hold it against a light.") },
    { caption: i18n.t("The batch code"), hint: i18n.t("On the base or under the box.") },
    { caption: i18n.t("The box"), hint: i18n.t("Or leave it out if there is none.") },
    { caption: i18n.t("Anything else"), hint: i18n.t("Your username and today’s date raise trust.") },
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
