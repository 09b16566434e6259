import type { Schemas } from "@/lib/calls/api-client";

export type PhotoKind = NonNullable<Schemas["CatalogPictureIn"]["kind"]>;

export const KINDS: readonly PhotoKind[] = ["front", "level", "batch_code", "box", "name_and_date"];

interface Shown {
  kind?: string | null;
}

export interface SetPart {
  kind: PhotoKind;
  there: boolean;
}

export function photographSet(images: readonly Shown[], boxCondition: string | null | undefined): SetPart[] {
  const kinds = KINDS.filter((kind) => kind !== "front" && !(kind === "box" && boxCondition === "No Box"));
  return kinds.map((kind) => ({ kind, there: images.some((image) => image.kind === kind) }));
}

export const countThere = (set: readonly SetPart[]) => set.filter(({ there }) => there).length;

export function wantedAt(places: readonly (Shown | null)[], kinds: readonly PhotoKind[]): (PhotoKind | null)[] {
  const missing = new Set(kinds.filter((kind) => !places.some((photo) => photo?.kind === kind)));
  const wanted = places.map((photo, place) => {
    const own = kinds[place];
    return !photo && own && missing.delete(own) ? own : null;
  });
  return wanted.map((kind, place) => {
    if (kind || places[place]) return kind;
    const [next = null] = missing;
    if (next) missing.delete(next);
    return next;
  });
}
