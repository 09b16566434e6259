import { useLingui } from "@lingui/react";
import { Camera } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { KINDS, photographSet, type SetPart, wantedAt } from "@/shared/listings/evidence";
import { photoKindWords } from "@/shared/listings/photo-kinds";
import { PhotographSet, useSetScore } from "@/shared/listings/photograph-set";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { FieldError } from "@/ui/field";
import { icon } from "@/ui/icon";
import { CropDialog } from "./crop-dialog";
import { EmptyPlace } from "./empty-place";
import { PhotoSlot } from "./photo-slot";
import { type Photo, placesInUse, placesOf } from "./photos";
import type { Photos } from "./use-photos";

interface Props {
  photos: Photos;
  error?: string;
  active: boolean;
  boxCondition: string;
  shown?: { kind?: string | null }[];
}

export function PhotosStep({ photos, error, active, boxCondition, shown }: Props) {
  const { i18n } = useLingui();
  const [announcement, setAnnouncement] = useState("");
  const [cutting, setCutting] = useState<Photo | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const aimed = useRef<number | undefined>(undefined);
  const words = photoKindWords();
  const { list } = photos;
  const places = placesOf(list).slice(0, photos.places);
  const requestedKinds = KINDS.filter((kind) => kind !== "box" || boxCondition !== "No Box");
  const missing = requestedKinds.filter((kind) => !shown?.some((photo) => photo.kind === kind));
  const wanted = wantedAt(places, missing.slice(-photos.places));
  const inUse = placesInUse(list);
  const add = (files: Iterable<File>, at?: number) => {
    const left = photos.add(files, at, at === undefined ? null : wanted[at]);
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
    if (dragged) photos.change({ type: "placed", key: dragged, to: place, kind: wanted[place] });
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
        {i18n.t("Original photos, not internet photos. JPG, PNG or GIF up to 5MB")}{" "}
        <a href={paths.authentication} target="_blank" rel="noreferrer" className="link">
          {i18n.t("How to take them")}
        </a>
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
            const kind = wanted[place];
            const caption = kind ? words[kind].name : i18n.t("Anything else");
            return photo ? (
              <PhotoSlot
                key={photo.key}
                photo={photo}
                place={place}
                total={inUse}
                cover={photo === list[0]}
                onName={shown ? undefined : (named) => photos.change({ type: "named", key: photo.key, kind: named })}
                onMove={(to) => move(photo, to)}
                onCrop={() => setCutting(photo)}
                onRemove={() => photos.change({ type: "removed", key: photo.key })}
                onRetry={() => photos.change({ type: "again", key: photo.key })}
                onDragStart={() => setDragged(photo.key)}
                onDropHere={() => {
                  const photo = list.find(({ key }) => key === dragged);
                  if (photo) move(photo, place);
                  setDragged(null);
                }}
              />
            ) : (
              <EmptyPlace
                key={caption}
                caption={caption}
                hint={kind ? words[kind].how : i18n.t("A mark, the cap, the label.")}
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
      <Score set={photographSet([...(shown ?? []), ...list], boxCondition)} />
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

function Score({ set }: { set: SetPart[] }) {
  const { i18n } = useLingui();
  const score = useSetScore(set);
  return (
    <section aria-labelledby="sell-photo-set" className="grid gap-3 border-t border-line pt-4">
      <h3 id="sell-photo-set" aria-live="polite" className="text-field font-semibold">
        {i18n.t("Photographs that help buyers: {score}", { score })}
      </h3>
      <PhotographSet set={set} withUse className="gap-x-6 md:grid-cols-2" />
    </section>
  );
}

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
