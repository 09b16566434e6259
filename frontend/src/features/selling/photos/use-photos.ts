import { i18n } from "@lingui/core";
import { useEffect, useMemo, useReducer, useRef } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { PhotoKind } from "@/shared/listings/evidence";
import { showToast } from "@/ui/toast-store";
import { type SendPicture, type StartImage, sendPicture } from "../api";
import { applyChange, type Change, chosenPhoto, MAX_PHOTOS, type Photo, storedPhoto, wrongWith } from "./photos";

const AT_ONCE = 2;

export interface Photos {
  list: Photo[];
  places: number;
  add: (files: Iterable<File>, at?: number, kind?: PhotoKind | null) => number;
  change: (change: Change) => void;
  crop: (photo: Photo, cut: Blob) => void;
}

export function usePhotos(start: StartImage[] = [], send: SendPicture = sendPicture, most = MAX_PHOTOS): Photos {
  const [list, change] = useReducer(applyChange, start, (images) =>
    images.slice(0, MAX_PHOTOS).map(({ imageUrl, kind }, place) => ({ ...storedPhoto(imageUrl, kind), place })),
  );
  const sender = useRef(send);
  sender.current = send;
  useEffect(() => {
    const free = AT_ONCE - list.filter(({ state }) => state === "sending").length;
    for (const photo of list.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free))) {
      change({ type: "sending", key: photo.key });
      void uploadPhoto(photo, sender.current, change);
    }
  }, [list]);
  return useMemo(
    () => ({
      list,
      places: most,
      change,
      add: (files, at, kind) => {
        const added = [...files];
        const free = Math.max(0, most - list.length);
        const photos = added.slice(0, free).map((file, first) => ({
          ...chosenPhoto(file, file.name, wrongWith(file)),
          kind: (first === 0 && kind) || undefined,
        }));
        change({ type: "added", photos, at, places: most });
        return added.length - photos.length;
      },
      crop: (photo, cut) => change({ type: "cropped", key: photo.key, photo: chosenPhoto(cut, photo.name) }),
    }),
    [list, most],
  );
}

async function uploadPhoto(
  { key, file, kind }: Photo,
  send: SendPicture,
  change: (change: Change) => void,
): Promise<void> {
  if (!file) return;
  try {
    const uploaded = await send(file, (percent) => change({ type: "progress", key, percent }), kind);
    change({ type: "there", key, uploaded });
  } catch (error) {
    const { text } = messageFor(error);
    showToast({ title: i18n.t("Error with images"), text, tone: "bad" });
    change({ type: "failed", key, error: text });
  }
}
