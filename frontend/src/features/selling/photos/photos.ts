import { i18n } from "@lingui/core";
import type { PhotoKind } from "@/shared/listings/evidence";
import type { ListingIn, Uploaded } from "../api";

export const MAX_PHOTOS = 5;
const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

export interface Photo {
  key: string;
  place: number | null;
  kind?: PhotoKind | null;
  name: string;
  shown: string;
  bytes: number;
  file: Blob | null;
  state: "waiting" | "sending" | "there" | "failed" | "refused";
  percent: number;
  uploaded: Uploaded | null;
  error: string | null;
}

export type Change =
  | { type: "added"; photos: Photo[]; at?: number; places?: number }
  | { type: "sending"; key: string }
  | { type: "progress"; key: string; percent: number }
  | { type: "there"; key: string; uploaded: Uploaded }
  | { type: "failed"; key: string; error: string }
  | { type: "again"; key: string }
  | { type: "removed"; key: string }
  | { type: "moved"; key: string; to: number }
  | { type: "placed"; key: string; to: number; kind?: PhotoKind | null }
  | { type: "named"; key: string; kind: PhotoKind | null }
  | { type: "cropped"; key: string; photo: Photo };

export function applyChange(photos: Photo[], change: Change): Photo[] {
  const patchPhoto = (key: string, patch: Partial<Photo>) =>
    photos.map((photo) => (photo.key === key ? { ...photo, ...patch } : photo));
  switch (change.type) {
    case "added":
      return addPhotos(photos, change.photos, change.at ?? 0, change.places ?? MAX_PHOTOS);
    case "sending":
      return patchPhoto(change.key, { state: "sending", percent: 0, error: null });
    case "progress":
      return patchPhoto(change.key, { percent: change.percent });
    case "there":
      return patchPhoto(change.key, { state: "there", percent: 100, uploaded: change.uploaded });
    case "failed":
      return patchPhoto(change.key, { state: "failed", error: change.error });
    case "again":
      return patchPhoto(change.key, { state: "waiting", error: null });
    case "removed":
      return photos.filter(({ key }) => key !== change.key);
    case "moved":
      return movePhoto(photos, change.key, change.to);
    case "placed":
      return placePhoto(namedFirst(photos, change.key, change.kind), change.key, change.to);
    case "named":
      return patchPhoto(change.key, { kind: change.kind });
    case "cropped":
      return photos.map((photo) =>
        photo.key === change.key ? { ...change.photo, place: photo.place, kind: photo.kind } : photo,
      );
  }
}

const namedFirst = (photos: Photo[], key: string, kind?: PhotoKind | null) =>
  photos.map((photo) => (photo.key === key && kind && photo.kind == null ? { ...photo, kind } : photo));

export function placesOf(photos: Photo[]): (Photo | null)[] {
  const places: (Photo | null)[] = Array(MAX_PHOTOS).fill(null);
  for (const photo of photos) if (photo.place !== null) places[photo.place] = photo;
  for (const photo of photos) if (photo.place === null) places[places.indexOf(null)] = photo;
  return places;
}

export const placesInUse = (photos: Photo[]) => placesOf(photos).findLastIndex((photo) => photo !== null) + 1;

const inOrder = (places: (Photo | null)[]) =>
  places.flatMap((photo, place) => (photo ? [photo.place === place ? photo : { ...photo, place }] : []));

function addPhotos(photos: Photo[], more: Photo[], at: number, most: number): Photo[] {
  const places = placesOf(photos);
  for (const photo of more) {
    const next = places.findIndex((patchPhoto, place) => patchPhoto === null && place >= at && place < most);
    const free = next < 0 ? places.findIndex((patchPhoto, place) => patchPhoto === null && place < most) : next;
    if (free >= 0) places[free] = photo;
  }
  return inOrder(places);
}

function movePhoto(photos: Photo[], key: string, to: number): Photo[] {
  const places = placesOf(photos).slice(0, placesInUse(photos));
  const from = places.findIndex((photo) => photo?.key === key);
  if (from < 0 || to < 0 || to >= places.length) return photos;
  places.splice(to, 0, ...places.splice(from, 1));
  return inOrder(places);
}

function placePhoto(photos: Photo[], key: string, to: number): Photo[] {
  const places = placesOf(photos);
  const from = places.findIndex((photo) => photo?.key === key);
  if (from < 0 || to < 0 || to >= places.length) return photos;
  [places[from], places[to]] = [places[to] ?? null, places[from] ?? null];
  return inOrder(places);
}

export function wrongWith(file: File): string | null {
  if (!TYPES.includes(file.type))
    return `${i18n.t("Invalid file type")}. ${i18n.t("Please select an image file (JPEG, PNG, etc.)")}`;
  if (file.size > MAX_BYTES) return `${i18n.t("File too large")}. ${i18n.t("Please select an image smaller than 5MB")}`;
  return null;
}

let photoCount = 0;

export function chosenPhoto(file: Blob, name: string, error: string | null = null): Photo {
  photoCount += 1;
  return {
    key: `photo-${photoCount}`,
    place: null,
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

export function storedPhoto(address: string, kind?: PhotoKind | null): Photo {
  photoCount += 1;
  const imageUrl = /^(https?:|\/)/.test(address) ? address : `/api/images/${address}`;
  return {
    key: `photo-${photoCount}`,
    place: null,
    kind: kind ?? undefined,
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

export function sentImages(photos: Photo[]): NonNullable<ListingIn["images"]> {
  return photos.flatMap(({ uploaded, kind }) => {
    if (!uploaded) return [];
    const imageUrl = uploaded.token ?? uploaded.imageUrl;
    return [kind === undefined ? imageUrl : { imageUrl, kind }];
  });
}

export function coverAddress(photos: Photo[]): string {
  const first = photos.find(({ uploaded }) => uploaded)?.uploaded;
  return first ? new URL(first.imageUrl, window.location.origin).href : "";
}

export const isUnderway = (photos: Photo[]) => photos.some(({ state }) => state === "waiting" || state === "sending");
export const isStuck = (photos: Photo[]) => photos.some(({ state }) => state === "failed");
