/** Takes the reader from screen to screen: the code of a screen first, then the address, then the change. */
import type { ComponentType } from "react";
import { branchesOf, type Match, match, type RouteObject } from "./match";
import { addressOf, browserPlaces, type Location, memoryPlaces, type Place, type Places } from "./places";

/** Addresses are read against some origin; which one never matters, only what follows it does. */
const BASE = "http://here";

export interface State extends Match {
  location: Location;
  /** The fetched screens of the routes that are fetched; null until the first one is here. */
  screens: Map<RouteObject, ComponentType> | null;
  /** Leave the page where it is scrolled to. */
  stays: boolean;
}

export type To = string | Partial<Pick<Location, "pathname" | "search" | "hash">>;

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  preventScrollReset?: boolean;
  /** The new screen is there when the promise is done. */
  flushSync?: boolean;
}

export interface Held {
  proceed: () => void;
  reset: () => void;
}

type Listener = (state: State, atOnce: boolean) => void;
type Commit = () => void;

export class Router {
  state: State;
  held: Held | null = null;
  /** Asked before the reader leaves; a yes holds the step until it is decided. */
  private holds: (() => boolean) | null = null;
  private readonly branches;
  private readonly fetched = new Map<RouteObject, ComponentType>();
  private readonly listeners = new Set<Listener>();
  private readonly holdListeners = new Set<() => void>();
  private readonly leavers = new Set<(location: Location) => void>();
  private index: number;
  private latest = 0;
  private passPop: "back" | "through" | null = null;

  constructor(
    routes: RouteObject[],
    private readonly places: Places,
  ) {
    this.branches = branchesOf(routes);
    const { location, index } = places.now();
    this.index = index;
    this.state = { location, ...match(this.branches, location.pathname), screens: null, stays: false };
    if (this.missing(this.state).length === 0) this.state.screens = this.fetched;
    places.onPop(() => this.popped());
  }

  /** The first screen's code; nothing is drawn before. */
  async ready(): Promise<void> {
    const { location } = this.state;
    if (!this.state.screens) await this.move({ location, index: this.index }, () => {}, { preventScrollReset: true });
  }

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  onHeld = (listener: () => void): (() => void) => {
    this.holdListeners.add(listener);
    return () => this.holdListeners.delete(listener);
  };

  /** Called with the place that is being left. */
  onLeave(listener: (location: Location) => void): () => void {
    this.leavers.add(listener);
    return () => this.leavers.delete(listener);
  }

  hold(asks: () => boolean): () => void {
    this.holds = asks;
    return () => {
      if (this.holds === asks) this.holds = null;
      this.setHeld(null);
    };
  }

  resolve(to: To): string {
    const { pathname, search } = this.state.location;
    const base = new URL(pathname + search, BASE);
    if (typeof to === "string") return addressOf(new URL(to, base));
    return addressOf(new URL((to.pathname ?? pathname) + (to.search ?? "") + (to.hash ?? ""), base));
  }

  async navigate(to: To | number, options: NavigateOptions = {}): Promise<void> {
    if (typeof to === "number") return this.places.go(to);
    const { pathname, search, hash } = new URL(this.resolve(to), BASE);
    const location: Location = { pathname, search, hash, state: options.state ?? null, key: newKey() };
    const place: Place = { location, index: options.replace ? this.index : this.index + 1 };
    const write = () => (options.replace ? this.places.replace(place) : this.places.push(place));
    if (!this.holds?.()) return this.move(place, write, options);
    this.setHeld({
      proceed: () => {
        this.setHeld(null);
        void this.move(place, write, options);
      },
      reset: () => this.setHeld(null),
    });
  }

  /** The browser has gone back or forward already; what is held is put back where it was. */
  private popped(): void {
    const place = this.places.now();
    const by = place.index - this.index;
    const pass = this.passPop;
    this.passPop = null;
    if (pass === "back") return;
    if (place.index < 0) this.jumped(place);
    else if (pass !== "through" && by !== 0 && this.holds?.()) {
      this.passPop = "back";
      this.places.go(-by);
      const proceed = () => {
        this.setHeld(null);
        this.passPop = "through";
        this.places.go(by);
      };
      this.setHeld({ proceed, reset: () => this.setHeld(null) });
    } else {
      void this.move(place, () => {}, {});
    }
  }

  /** A link within the page: the browser has scrolled to its target itself. */
  private jumped({ location }: Place): void {
    const place = { location: { ...location, key: newKey() }, index: this.index + 1 };
    this.places.replace(place);
    void this.move(place, () => {}, { preventScrollReset: true });
  }

  private async move(place: Place, write: Commit, options: NavigateOptions): Promise<void> {
    this.latest += 1;
    const turn = this.latest;
    const found = match(this.branches, place.location.pathname);
    const missing = this.missing(found);
    if (missing.length > 0) await Promise.all(missing.map((route) => this.fetch(route)));
    // Somebody who has clicked on something else meanwhile wants that.
    if (turn !== this.latest) return;
    for (const leaver of this.leavers) leaver(this.state.location);
    write();
    this.index = place.index;
    const screens = new Map(this.fetched);
    this.state = { location: place.location, ...found, screens, stays: options.preventScrollReset ?? false };
    // A screen that could not be fetched is tried again the next time.
    for (const route of this.failed.splice(0)) this.fetched.delete(route);
    for (const listener of this.listeners) listener(this.state, options.flushSync ?? false);
  }

  private readonly failed: RouteObject[] = [];

  private missing({ routes }: Match): RouteObject[] {
    return routes.filter((route) => route.lazy && !this.fetched.has(route));
  }

  private async fetch(route: RouteObject): Promise<void> {
    try {
      const screen = await route.lazy?.();
      if (screen) this.fetched.set(route, screen.Component);
    } catch (error) {
      this.failed.push(route);
      this.fetched.set(route, () => {
        throw error;
      });
    }
  }

  private setHeld(held: Held | null): void {
    if (held === this.held) return;
    this.held = held;
    for (const listener of this.holdListeners) listener();
  }
}

const newKey = () => Math.random().toString(36).slice(2, 10);

export const createBrowserRouter = (routes: RouteObject[]) => new Router(routes, browserPlaces());

export const createMemoryRouter = (routes: RouteObject[], address: string) => new Router(routes, memoryPlaces(address));
