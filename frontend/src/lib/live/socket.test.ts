import { HttpResponse, http } from "msw";
import type { Socket } from "socket.io-client";
import { beforeEach, expect, it, vi } from "vitest";
import { aToken } from "@/test/makers";
import { refusal, server } from "@/test/server";
import { LiveConnection, makeSocket } from "./socket";

type Handler = (...values: unknown[]) => void;

class FakeSocket {
  connected = false;
  active = false;
  sent: [string, unknown][] = [];
  answer: (name: string, frame: unknown) => unknown = () => ({});
  private handlers = new Map<string, Handler[]>();
  private managed = new Map<string, Handler>();
  readonly io = { on: (name: string, handler: Handler) => this.managed.set(name, handler), engine: undefined };

  on = (name: string, handler: Handler) => this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
  off = () => undefined;
  connect = vi.fn();
  waits: number[] = [];
  timeout = (ms: number) => {
    this.waits.push(ms);
    return { emitWithAck: async (name: string, frame: unknown) => this.say(name, frame) };
  };
  emit = (name: string, frame: unknown) => void this.say(name, frame);

  private say(name: string, frame: unknown): unknown {
    this.sent.push([name, frame]);
    return this.answer(name, frame);
  }

  happens(name: string, ...values: unknown[]): void {
    if (name === "connect") this.connected = true;
    if (name === "disconnect") this.connected = false;
    for (const handler of this.handlers.get(name) ?? []) handler(...values);
  }

  givesUp = () => this.managed.get("reconnect_failed")?.();
}

let socket: FakeSocket;
let connection: LiveConnection;

beforeEach(() => {
  socket = new FakeSocket();
  connection = new LiveConnection(socket as unknown as Socket);
});

it("C3, MSG-17, MSG-27: tries again after 1, 2 and 4 seconds on one websocket at /ws", () => {
  const { io: manager } = makeSocket();
  expect(manager.opts).toMatchObject({ path: "/ws", transports: ["websocket"], reconnectionAttempts: 3 });
  expect([manager.reconnectionDelay(), manager.reconnectionDelayMax(), manager.randomizationFactor()]).toEqual([
    1000, 10_000, 0,
  ]);
});

it("AUC-14, MSG-16, MSG-28: signs in with the token and enters its rooms again after each reconnect", () => {
  const token = aToken(600);
  localStorage.setItem("app_token", token);
  connection.join(422);
  socket.happens("connect");
  socket.happens("disconnect", "transport close");
  expect(connection.getState()).toBe("connecting");
  socket.happens("connect");
  const each = [
    ["auth", { userId: 7, token }],
    ["joinAuction", { auctionId: 422 }],
  ];
  expect(socket.sent).toEqual([...each, ...each]);
  expect(connection.getState()).toBe("open");
  socket.happens("auth_success", { userId: 7 });
  expect(connection.getState()).toBe("authenticated");
});

it("MSG-43: waits ten seconds for an answer, of our own server alone", async () => {
  expect(new URL((makeSocket().io as unknown as { uri: string }).uri).host).toBe(window.location.host);
  socket.happens("connect");
  await connection.ask("get_conversation", { userId: 9 });
  expect(socket.waits).toEqual([10_000]);
});

it("leaves a room only when no part of the page watches it any more", () => {
  socket.happens("connect");
  const [first, second] = [connection.join(422), connection.join(422)];
  first();
  expect(socket.sent).toEqual([["joinAuction", { auctionId: 422 }]]);
  second();
  expect(socket.sent.at(-1)).toEqual(["leaveAuction", { auctionId: 422 }]);
});

it("renews a spent token once and sends the same command again", async () => {
  const [spent, fresh] = [aToken(60), aToken(600)];
  localStorage.setItem("app_token", spent);
  server.use(http.post("*/api/v1/auth/refresh", () => HttpResponse.json({ token: fresh, user: {} })));
  socket.happens("connect");
  const tokens: unknown[] = [];
  socket.answer = (name, frame) => {
    if (name === "auth") tokens.push((frame as { token: string }).token);
    const welcome = tokens.includes(fresh) || name === "auth";
    return welcome ? { message: "ok" } : { type: "error", code: "not_signed_in", message: "", details: {} };
  };
  const frame = { id: "a-long-enough-one", auctionId: 422, amount: 105 };
  expect(await connection.ask("placeBid", frame)).toEqual({ message: "ok" });
  expect(socket.sent.filter(([name]) => name === "placeBid")).toEqual([
    ["placeBid", frame],
    ["placeBid", frame],
  ]);
});

it("a bid is never sent again in the name of another user who signed in meanwhile in another tab", async () => {
  const [nurul, farid] = [aToken(60), aToken(600, "8")];
  localStorage.setItem("app_token", nurul);
  socket.happens("connect");
  socket.answer = (name) => {
    if (name === "auth") return { message: "ok" };
    localStorage.setItem("app_token", farid);
    return { type: "error", code: "not_signed_in", message: "", details: {} };
  };
  const bid = () => connection.ask("placeBid", { auctionId: 422, amount: 105 });
  await expect(bid()).rejects.toMatchObject({ code: "not_signed_in" });
  expect(socket.sent.filter(([name]) => name === "placeBid")).toHaveLength(1);
});

it("a bid given while the connection signs in is not sent by the next person", async () => {
  localStorage.setItem("app_token", aToken(60));
  socket.happens("connect");
  const bid = connection.ask("placeBid", { auctionId: 422, amount: 105 });
  localStorage.setItem("app_token", aToken(600, "8"));
  await expect(bid).rejects.toMatchObject({ code: "not_signed_in" });
  expect(socket.sent.filter(([name]) => name === "placeBid")).toEqual([]);
});

it("a refusal comes back as one, with its code and its numbers", async () => {
  server.use(http.post("*/api/v1/auth/refresh", () => refusal(401, "not_signed_in")));
  socket.happens("connect");
  socket.answer = () => ({ type: "error", code: "bid_too_low", message: "Too low.", details: { minimum: 105 } });
  const refused = connection.ask("placeBid", { auctionId: 422, amount: 1 });
  await expect(refused).rejects.toMatchObject({ code: "bid_too_low", details: { minimum: 105 } });
});

it("AUC-20, MSG-37: without a connection nothing is sent, and it says whether there ever was one", async () => {
  const bid = () => connection.ask("placeBid", { auctionId: 422, amount: 1 });
  await expect(bid()).rejects.toMatchObject({ code: "not_initialized" });
  connection.open();
  await expect(bid()).rejects.toMatchObject({ code: "not_connected" });
  expect(socket.sent).toEqual([]);
});

it("C3, AUC-36, MSG-16, MSG-17: after three failures it says so and goes on trying slowly", () => {
  vi.useFakeTimers();
  const listener = vi.fn();
  connection.onGaveUp(listener);
  socket.givesUp();
  expect(listener).toHaveBeenCalledOnce();
  expect(connection.getState()).toBe("closed");
  vi.advanceTimersByTime(15_000);
  expect(socket.connect).toHaveBeenCalledOnce();
});

it("comes back when the server closed on purpose", () => {
  vi.useFakeTimers();
  socket.happens("connect");
  socket.happens("disconnect", "io server disconnect");
  vi.advanceTimersByTime(1_000);
  expect(socket.connect).toHaveBeenCalledOnce();
});
