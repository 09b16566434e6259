import { useLingui } from "@lingui/react";
import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Picture } from "@/lib/pictures";
import { icon } from "./icon";
import { IconButton } from "./icon-button";
import { SafeImage } from "./photo";

interface Props {
  pictures: Picture[];
  alt: string;
  start: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

const SWIPE_PX = 48;

export function Zoom({ pictures, alt, start, onShow, onClose }: Props) {
  const { i18n } = useLingui();
  const box = useRef<HTMLDialogElement>(null);
  const touch = useRef(0);
  const [shown, setShown] = useState(start);
  useEffect(() => {
    const opener = document.activeElement;
    if (!box.current?.open) box.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const turn = (by: number) => {
    const next = (shown + by + pictures.length) % pictures.length;
    setShown(next);
    onShow(next);
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") turn(1);
    if (key === "ArrowLeft") turn(-1);
  };
  const picture = pictures[shown];
  return (
    <dialog
      ref={box}
      aria-label={i18n.t("Photographs")}
      onClose={onClose}
      onKeyDown={press}
      onPointerDown={({ clientX }) => {
        touch.current = clientX;
      }}
      onPointerUp={({ clientX }) => {
        const moved = clientX - touch.current;
        if (Math.abs(moved) > SWIPE_PX) turn(moved < 0 ? 1 : -1);
      }}
      className="m-0 h-dvh max-h-dvh w-dvw max-w-[100vw] touch-pan-y bg-paper text-ink backdrop:bg-scrim open:grid open:animate-enter"
    >
      {picture && (
        <SafeImage
          key={picture.imageUrl}
          src={picture.imageUrl}
          alt={alt}
          draggable={false}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <IconButton label={i18n.t("Close")} className="absolute top-2 right-2 z-1 bg-surface" onClick={onClose}>
        <X {...icon} />
      </IconButton>
      {pictures.length > 1 && (
        <div className="absolute inset-x-0 bottom-3 z-1 flex items-center justify-center gap-2">
          <IconButton outlined label={i18n.t("Previous")} className="bg-surface" onClick={() => turn(-1)}>
            <ArrowLeft {...icon} />
          </IconButton>
          <span role="status" className="rounded-1 bg-surface px-3 py-2.5 text-small">
            {shown + 1} / {pictures.length}
          </span>
          <IconButton outlined label={i18n.t("Next")} className="bg-surface" onClick={() => turn(1)}>
            <ArrowRight {...icon} />
          </IconButton>
        </div>
      )}
    </dialog>
  );
}
