import { useEffect, useSyncExternalStore } from "react";

export interface PageAction {
  words: string;
  run: () => void;
}

const NONE: PageAction[] = [];
let actions = NONE;
const listeners = new Set<() => void>();

function publishActions(next: PageAction[]) {
  actions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOfferedActions(offered: PageAction[]) {
  useEffect(() => {
    publishActions(offered);
    return () => publishActions(NONE);
  });
}

export const usePageActions = (): PageAction[] => useSyncExternalStore(subscribe, () => actions);
