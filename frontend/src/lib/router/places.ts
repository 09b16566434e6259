/** Where the reader is and was: the browser's history, or one in memory for tests. */

export interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  /** One for each entry of the history; "default" for the first of a visit. */
  key: string;
}

export interface Place {
  location: Location;
  /** Its number in the history, so that a step back can be told from a step forward. */
  index: number;
}

export interface Places {
  now(): Place;
  push(place: Place): void;
  replace(place: Place): void;
  go(by: number): void;
  onPop(listener: () => void): void;
}

export const addressOf = ({ pathname, search, hash }: Omit<Location, "state" | "key">) => pathname + search + hash;

interface Kept {
  usr?: unknown;
  key?: string;
  idx?: number;
}

export function browserPlaces(): Places {
  const kept = () => (window.history.state ?? {}) as Kept;
  const keep = ({ location, index }: Place): Kept => ({ usr: location.state, key: location.key, idx: index });
  if (kept().idx === undefined) window.history.replaceState({ ...kept(), idx: 0 }, "");
  return {
    now: () => {
      const { pathname, search, hash } = window.location;
      const { usr = null, key = "default", idx = -1 } = kept();
      return { location: { pathname, search, hash, state: usr, key }, index: idx };
    },
    push: (place) => window.history.pushState(keep(place), "", addressOf(place.location)),
    replace: (place) => window.history.replaceState(keep(place), "", addressOf(place.location)),
    go: (by) => window.history.go(by),
    onPop: (listener) => window.addEventListener("popstate", listener),
  };
}

export function memoryPlaces(address: string): Places {
  const { pathname, search, hash } = new URL(address, "http://memory");
  const entries = [{ pathname, search, hash, state: null as unknown, key: "default" }];
  let at = 0;
  let told = () => {};
  return {
    now: () => ({ location: entries[at] as Location, index: at }),
    push: ({ location }) => {
      entries.splice(at + 1, entries.length, location);
      at += 1;
    },
    replace: ({ location }) => {
      entries[at] = location;
    },
    go: (by) => {
      at = Math.min(Math.max(at + by, 0), entries.length - 1);
      told();
    },
    onPop: (listener) => {
      told = listener;
    },
  };
}
