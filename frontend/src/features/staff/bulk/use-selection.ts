import { useState } from "react";

export const MAX_LINES = 100;

export interface Selection {
  ids: number[];
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  toggleAll: () => void;
  clear: () => void;
  isAll: boolean;
}

export function useSelection(shown: number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const ids = shown.filter((id) => chosen.has(id)).slice(0, MAX_LINES);
  const isAll = shown.length > 0 && ids.length === Math.min(shown.length, MAX_LINES);
  return {
    ids,
    isAll,
    has: (id) => ids.includes(id),
    toggle: (id) => setChosen(new Set(ids.includes(id) ? ids.filter((chosenId) => chosenId !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(isAll ? [] : shown.slice(0, MAX_LINES))),
    clear: () => setChosen(new Set()),
  };
}
