import { useLingui } from "@lingui/react";
import { ArrowLeft, ArrowRight, Crop, ImageOff, RotateCw, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { KINDS, type PhotoKind } from "@/shared/listings/evidence";
import { photoKindWords } from "@/shared/listings/photo-kinds";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { FieldError } from "@/ui/field";
import { icon, largeIcon, smallIcon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { SafeImage } from "@/ui/photo";
import { Select } from "@/ui/select";
import type { Photo } from "./photos";

interface Props {
  photo: Photo;
  place: number;
  total: number;
  cover: boolean;
  onName?: (kind: PhotoKind | null) => void;
  onMove: (to: number) => void;
  onCrop: () => void;
  onRemove: () => void;
  onRetry: () => void;
  onDragStart: () => void;
  onDropHere: () => void;
}

export function PhotoSlot({ photo, place, total, cover, onName, onRemove, onDragStart, onDropHere, ...act }: Props) {
  const { i18n } = useLingui();
  const wrong = photo.state === "failed" || photo.state === "refused";
  return (
    <li
      draggable
      onDragStart={onDragStart}
      onDrop={(event) => {
        if (event.dataTransfer.files.length > 0) return;
        event.stopPropagation();
        onDropHere();
      }}
      className="grid min-w-0 cursor-grab content-start gap-1.5"
    >
      <div
        className={cn(
          "relative grid aspect-[4/5] place-items-center overflow-hidden rounded-1 bg-wash",
          wrong && "bg-rosella-wash text-rosella",
        )}
      >
        {photo.state === "refused" ? (
          <ImageOff {...largeIcon} />
        ) : (
          <SafeImage
            src={photo.shown}
            alt={i18n.t("Photograph {place}", { place: place + 1 })}
            draggable={false}
            className={cn("absolute inset-0 size-full object-cover", wrong && "opacity-55")}
          />
        )}
        <IconButton
          label={i18n.t("Remove photograph {place}", { place: place + 1 })}
          onClick={onRemove}
          className="absolute top-0 right-0 bg-surface"
        >
          <X {...icon} />
        </IconButton>
        {cover && !wrong && (
          <Badge tone="room" className="absolute bottom-1.5 left-1.5">
            {i18n.t("Cover")}
          </Badge>
        )}
        {photo.state === "sending" && <Way percent={photo.percent} />}
      </div>
      <Shows photo={photo} place={place} onName={onName} />
      <State photo={photo} place={place} onRetry={act.onRetry} />
      {photo.state !== "refused" && <Tools place={place} total={total} onMove={act.onMove} onCrop={act.onCrop} />}
    </li>
  );
}

function Shows({ photo: { kind }, place, onName }: Pick<Props, "photo" | "place" | "onName">) {
  const { i18n } = useLingui();
  const words = photoKindWords();
  const other = i18n.t("Anything else");
  if (!onName) return <span className="text-small font-semibold">{kind ? words[kind].name : other}</span>;
  return (
    <Select
      aria-label={i18n.t("What photograph {place} shows", { place: place + 1 })}
      className="text-small"
      value={kind ?? ""}
      onChange={({ target }) => onName(KINDS.find((kind) => kind === target.value) ?? null)}
    >
      <option value="">{other}</option>
      {KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {words[kind].name}
        </option>
      ))}
    </Select>
  );
}

function Way({ percent }: { percent: number }) {
  return (
    <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1 bg-surface">
      <span className="block h-1 bg-ink" style={{ width: `${percent}%` }} />
    </span>
  );
}

function State({ photo, place, onRetry }: { photo: Photo; place: number; onRetry: () => void }) {
  const { i18n } = useLingui();
  const { state, percent, bytes } = photo;
  if (state === "refused") return <FieldError id={`${photo.key}-error`}>{photo.error ?? ""}</FieldError>;
  if (state === "failed") {
    return (
      <>
        <FieldError id={`${photo.key}-error`}>{`${i18n.t("Upload failed")}. ${photo.error ?? ""}`}</FieldError>
        <Button tone="line" size="small" onClick={onRetry}>
          <RotateCw {...smallIcon} />
          {i18n.t("Retry")}
          <span className="sr-only">{i18n.t("photograph {place}", { place: place + 1 })}</span>
        </Button>
      </>
    );
  }
  if (state === "there") {
    return (
      <span className="min-h-5 text-meta text-ink-3">
        {i18n.t("Uploaded")}
        <span className="max-md:hidden">. {i18n.t("Drag to reorder")}</span>
      </span>
    );
  }
  const words = {
    waiting: i18n.t("Waiting"),
    sending: i18n.t("{percent}%, {sent} of {total} MB", {
      percent,
      sent: formatMegabytes((bytes * percent) / 100),
      total: formatMegabytes(bytes),
    }),
  };
  return <span className="min-h-5 text-meta text-ink-3">{words[state]}</span>;
}

function Tools({ place, total, onMove, onCrop }: Pick<Props, "place" | "total" | "onMove" | "onCrop">) {
  const { i18n } = useLingui();
  const byArrow = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(place + step);
  };
  const at = { place: place + 1 };
  return (
    <div className="-ml-3 flex">
      {/* Not disabled at the ends: a disabled button loses the focus. */}
      <IconButton
        label={i18n.t("Move photograph {place} left", at)}
        aria-disabled={place === 0}
        className="aria-disabled:text-ink-3"
        onKeyDown={byArrow}
        onClick={() => onMove(place - 1)}
      >
        <ArrowLeft {...icon} />
      </IconButton>
      <IconButton
        label={i18n.t("Move photograph {place} right", at)}
        aria-disabled={place === total - 1}
        className="aria-disabled:text-ink-3"
        onKeyDown={byArrow}
        onClick={() => onMove(place + 1)}
      >
        <ArrowRight {...icon} />
      </IconButton>
      <IconButton label={i18n.t("Crop photograph {place}", at)} onClick={onCrop}>
        <Crop {...icon} />
      </IconButton>
    </div>
  );
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
