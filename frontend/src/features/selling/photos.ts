/** The photographs of a listing while it is written: which are chosen, in which order, how far each has come. */
import { i18n } from "@lingui/core";
import type { Uploaded } from "./api";

export const MOST_PHOTOS = 5;
const MOST_BYTES = 5 * 1024 * 1024;
const TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

export interface Photo {
  key: string;
  name: string;
  /** What to show: a preview of this device, or the address of the shop. */
  shown: string;
  bytes: number;
  file: Blob | null;
  state: "waiting" | "sending" | "there" | "failed" | "refused";
  percent: number;
  uploaded: Uploaded | null;
  error: string | null;
}

export type Change =
  | { type: "added"; photos: Photo[] }
  | { type: "sending"; key: string }
  | { type: "progress"; key: string; percent: number }
  | { type: "there"; key: string; uploaded: Uploaded }
  | { type: "failed"; key: string; error: string }
  | { type: "again"; key: string }
  | { type: "removed"; key: string }
  | { type: "moved"; key: string; to: number }
  | { type: "cropped"; key: string; photo: Photo };

export function changed(photos: Photo[], change: Change): Photo[] {
  const one = (key: string, patch: Partial<Photo>) =>
    photos.map((photo) => (photo.key === key ? { ...photo, ...patch } : photo));
  switch (change.type) {
    case "added":
      return [...photos, ...change.photos].slice(0, MOST_PHOTOS);
    case "sending":
      return one(change.key, { state: "sending", percent: 0, error: null });
    case "progress":
      return one(change.key, { percent: change.percent });
    case "there":
      return one(change.key, { state: "there", percent: 100, uploaded: change.uploaded });
    case "failed":
      return one(change.key, { state: "failed", error: change.error });
    case "again":
      return one(change.key, { state: "waiting", error: null });
    case "removed":
      return photos.filter(({ key }) => key !== change.key);
    case "moved":
      return moved(photos, change.key, change.to);
    case "cropped":
      return photos.map((photo) => (photo.key === change.key ? change.photo : photo));
  }
}

function moved(photos: Photo[], key: string, to: number): Photo[] {
  const one = photos.find((photo) => photo.key === key);
  if (!one || to < 0 || to >= photos.length) return photos;
  const others = photos.filter((photo) => photo !== one);
  return [...others.slice(0, to), one, ...others.slice(to)];
}

/** Why a file is no photograph for us, in the sentences of the shop; null when it may be sent. */
export function wrongWith(file: File): string | null {
  if (!TYPES.includes(file.type))
    return `${i18n.t("Invalid file type")}. ${i18n.t("Please select an image file (JPEG, PNG, etc.)")}`;
  if (file.size > MOST_BYTES)
    return `${i18n.t("File too large")}. ${i18n.t("Please select an image smaller than 5MB")}`;
  return null;
}

let made = 0;

export function chosen(file: Blob, name: string, error: string | null = null): Photo {
  made += 1;
  return {
    key: `photo-${made}`,
    name,
    shown: error ? "" : URL.createObjectURL(file),
    bytes: file.size,
    file,
    state: error ? "refused" : "waiting",
    percent: 0,
    uploaded: null,
    error,
  };
}

/** A photograph that is at the shop already: an address of ours, another's, or a bare token. */
export function stored(address: string): Photo {
  made += 1;
  const imageUrl = /^(https?:|\/)/.test(address) ? address : `/api/images/${address}`;
  return {
    key: `photo-${made}`,
    name: "",
    shown: imageUrl,
    bytes: 0,
    file: null,
    state: "there",
    percent: 100,
    uploaded: { imageUrl, token: imageUrl.match(/\/api\/images\/([^/]+)$/)?.[1] },
    error: null,
  };
}

/** What the API takes for the photographs that have arrived, in the seller's order. */
export function sentImages(photos: Photo[]): string[] {
  return photos.flatMap(({ uploaded }) => (uploaded ? [uploaded.token ?? uploaded.imageUrl] : []));
}

/** The cover as a whole address, never one of this device. */
export function coverAddress(photos: Photo[]): string {
  const first = photos.find(({ uploaded }) => uploaded)?.uploaded;
  return first ? new URL(first.imageUrl, window.location.origin).href : "";
}

/** What stands for the cover while it is still on its way: an address that will be true once it has arrived. */
export const isUnderway = (photos: Photo[]) => photos.some(({ state }) => state === "waiting" || state === "sending");
export const isStuck = (photos: Photo[]) => photos.some(({ state }) => state === "failed");
