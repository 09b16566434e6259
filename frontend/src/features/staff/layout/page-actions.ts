import { useEffect, useSyncExternalStore } from "react";

export interface PageAct {
  words: string;
  run: () => void;
}

const NONE: PageAct[] = [];
let acts = NONE;
const listeners = new Set<() => void>();

function put(next: PageAct[]) {
  acts = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOfferedActs(offered: PageAct[]) {
  useEffect(() => {
    put(offered);
    return () => put(NONE);
  });
}

export const usePageActs = (): PageAct[] => useSyncExternalStore(listen, () => acts);
