import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveConnection } from "./socket";

type Handler = (...values: unknown[]) => void;

class Sleeper {
  connected = false;
  active = true;
  dead = false;
  sent: string[] = [];
  connect = vi.fn(() => this);
  disconnect = vi.fn(() => this);
  private handlers = new Map<string, Handler>();
  readonly io = { on: () => undefined, engine: { close: vi.fn(() => this.happens("disconnect", "forced close")) } };

  on = (name: string, handler: Handler) => this.handlers.set(name, handler);
  off = () => undefined;
  emit = (name: string) => void this.sent.push(name);
  timeout = (ms: number) => ({
    emitWithAck: async (name: string) => {
      this.sent.push(name);
      if (!this.dead) return { type: "resync" };
      await new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), ms));
    },
  });

  happens(name: string, ...values: unknown[]): void {
    this.connected = name === "connect";
    this.handlers.get(name)?.(...values);
  }
}

let socket: Sleeper;
let connection: LiveConnection;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new Sleeper();
  connection = new LiveConnection(socket as unknown as Socket);
  connection.join(422);
  socket.happens("connect");
  socket.sent = [];
});
afterEach(() => {
  vi.useRealTimers();
});

async function sleep(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await vi.advanceTimersByTimeAsync(2000);
}

it("AUC-14: after a sleep each room is joined anew, so that its state is sent", async () => {
  await sleep(60_000);
  expect(socket.sent).toEqual(["joinAuction"]);
  expect(socket.connect).not.toHaveBeenCalled();
});

it("AUC-14: a connection that died in its sleep is opened anew within seconds", async () => {
  socket.dead = true;
  await sleep(60_000);
  await vi.advanceTimersByTimeAsync(3000);
  expect(connection.getState()).toBe("connecting");
  expect(socket.connect).toHaveBeenCalledOnce();
});

it("a page that stayed awake asks nothing", async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.sent).toEqual([]);
});

it("AUC-08: without a network it says so at once, and is back as soon as there is one", () => {
  window.dispatchEvent(new Event("offline"));
  expect(connection.getState()).not.toBe("open");
  socket.connect.mockClear();
  window.dispatchEvent(new Event("online"));
  expect(socket.connect).toHaveBeenCalledOnce();
});
