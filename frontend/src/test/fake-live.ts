import { vi } from "vitest";
import { type ConnectionState, isConnected } from "@/lib/live/connection-state";
import type { ServerFrameName } from "@/lib/live/frames";

type Handler = (frame: unknown) => void;

export class FakeLive {
  state: ConnectionState = "open";
  readonly ask = vi.fn<(name: string, frame: unknown) => Promise<unknown>>();
  readonly emit = vi.fn<(name: string, frame: unknown) => void>();
  private readonly frames = new Map<string, Set<Handler>>();
  private readonly states = new Set<() => void>();
  private readonly givenUpListeners = new Set<() => void>();

  getState = () => this.state;
  whyNot = (): "not_initialized" | "not_connected" | null => (isConnected(this.state) ? null : "not_connected");
  onState = (listener: () => void) => {
    this.states.add(listener);
    return () => this.states.delete(listener);
  };
  onSignIn = (listener: () => void) => {
    if (this.state === "authenticated") listener();
    return this.onState(() => this.state === "authenticated" && listener());
  };
  onGaveUp = (listener: () => void) => {
    this.givenUpListeners.add(listener);
    return () => this.givenUpListeners.delete(listener);
  };
  join = () => () => undefined;
  open = vi.fn();
  reconnect = vi.fn();

  on(name: ServerFrameName, handler: Handler): () => void {
    const listeners = this.frames.get(name) ?? new Set();
    this.frames.set(name, listeners.add(handler));
    return () => listeners.delete(handler);
  }

  send(name: ServerFrameName, frame: unknown): void {
    for (const handler of this.frames.get(name) ?? []) handler(frame);
  }

  giveUp(): void {
    for (const listener of this.givenUpListeners) listener();
  }

  become(state: ConnectionState): void {
    this.state = state;
    for (const listener of this.states) listener();
  }
}

export const fakeLive = new FakeLive();
