import { io, type Socket } from "socket.io-client";
import { freshToken } from "@/lib/calls/api-client";
import { Refusal } from "@/lib/calls/refusal";
import { claimsOf, isSamePerson, onTokenChange, readToken } from "@/lib/session/token";
import { type ConnectionState, isConnected } from "./connection-state";
import { type ClientFrameName, type ClientFrames, readReply, type ServerFrameName, type ServerFrames } from "./frames";
import { stayWakeful } from "./wakeful";

type Listener<N extends ServerFrameName> = (frame: ServerFrames[N]) => void;

const REPLY_MS = 10_000;
const SLOW_RETRY_MS = 15_000;
const PROOF_MS = 3000;

export class LiveConnection {
  private state: ConnectionState = "connecting";
  private stateListeners = new Set<() => void>();
  private rooms = new Map<number, number>();
  private slowRetry: ReturnType<typeof setTimeout> | undefined;
  private signedIn: Promise<unknown> = Promise.resolve();
  private gaveUpListeners = new Set<() => void>();
  private wasOpened = false;

  constructor(private readonly socket: Socket) {
    socket.on("connect", () => this.opened());
    socket.on("disconnect", (reason) => this.closed(reason));
    socket.on("auth_success", () => this.setState("authenticated"));
    socket.io.on("reconnect_failed", () => this.gaveUp());
    onTokenChange((token) => this.identityChanged(token));
    stayWakeful({ onWake: () => this.prove(), onOnline: () => this.backOnline(), onOffline: () => this.cutOff() });
  }

  getState = (): ConnectionState => this.state;

  onState = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  };

  /** Called after each sign-in, and at once if there was one, because what was sent before is not repeated. */
  onSignIn(listener: () => void): () => void {
    const isSignedIn = () => this.state === "authenticated";
    if (isSignedIn()) listener();
    return this.onState(() => isSignedIn() && listener());
  }

  onGaveUp(listener: () => void): () => void {
    this.gaveUpListeners.add(listener);
    return () => this.gaveUpListeners.delete(listener);
  }

  on<N extends ServerFrameName>(name: N, listener: Listener<N>): () => void {
    const handler = listener as (frame: unknown) => void;
    this.socket.on(name as string, handler);
    return () => this.socket.off(name as string, handler);
  }

  open(): void {
    this.wasOpened = true;
    if (this.socket.connected || this.socket.active) return;
    this.setState("connecting");
    this.socket.connect();
  }

  reconnect(): void {
    clearTimeout(this.slowRetry);
    this.setState("connecting");
    this.socket.io.engine?.close();
    this.socket.disconnect().connect();
  }

  join(auctionId: number): () => void {
    this.open();
    const watchers = this.rooms.get(auctionId) ?? 0;
    this.rooms.set(auctionId, watchers + 1);
    if (watchers === 0 && this.socket.connected) this.enter(auctionId);
    return () => this.leave(auctionId);
  }

  whyNot(): "not_initialized" | "not_connected" | null {
    if (this.socket.connected) return null;
    return this.wasOpened ? "not_connected" : "not_initialized";
  }

  /** Renews a spent token once. */
  async ask<N extends ClientFrameName>(name: N, frame: ClientFrames[N]): Promise<unknown> {
    const why = this.whyNot();
    if (why) throw new Refusal(0, why, "");
    const token = readToken();
    await this.signedIn;
    if (!isSamePerson(readToken(), token)) throw new Refusal(0, "not_signed_in", "");
    try {
      return await this.send(name, frame);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "not_signed_in") || name === "auth") throw error;
      const fresh = await freshToken(token);
      if (!fresh) throw error;
      await this.signIn(fresh);
      return this.send(name, frame);
    }
  }

  emit<N extends ClientFrameName>(name: N, frame: ClientFrames[N]): void {
    if (this.socket.connected) this.socket.emit(name, frame);
  }

  private async send<N extends ClientFrameName>(name: N, frame: ClientFrames[N]): Promise<unknown> {
    const reply = await this.socket
      .timeout(REPLY_MS)
      .emitWithAck(name, frame)
      .catch(() => {
        throw new Refusal(0, "no_reply", "");
      });
    return readReply(reply);
  }

  private opened(): void {
    clearTimeout(this.slowRetry);
    this.signedIn = this.signIn().catch(() => undefined);
    for (const auctionId of this.rooms.keys()) this.enter(auctionId);
    this.setState("open");
  }

  private closed(reason: Socket.DisconnectReason): void {
    this.setState(reason === "io client disconnect" ? "closed" : "connecting");
    // socket.io does not reconnect after the server closed on purpose.
    if (reason === "io server disconnect") this.retrySlowly(1000);
  }

  private gaveUp(): void {
    this.setState("closed");
    for (const listener of this.gaveUpListeners) listener();
    this.retrySlowly(SLOW_RETRY_MS);
  }

  private retrySlowly(after: number): void {
    clearTimeout(this.slowRetry);
    this.slowRetry = setTimeout(() => this.socket.connect(), after);
  }

  private async signIn(token = readToken()): Promise<void> {
    if (!token) return;
    try {
      await this.send("auth", authOf(token));
    } catch {
      const fresh = await freshToken(token);
      if (fresh) await this.send("auth", authOf(fresh));
    }
  }

  private identityChanged(token: string | null): void {
    if (!this.socket.connected) return;
    if (token) this.signedIn = this.signIn().catch(() => undefined);
    else this.reconnect();
  }

  /** After sleep a connection may look open and be dead. Joining the rooms again shows it. */
  private prove(): void {
    if (!this.socket.connected) return void (this.socket.active && this.reconnect());
    const joins = [...this.rooms.keys()].map((auctionId) =>
      this.socket.timeout(PROOF_MS).emitWithAck("joinAuction", { auctionId }),
    );
    Promise.all(joins).catch(() => this.reconnect());
  }

  private backOnline(): void {
    if (!isConnected(this.state) && (this.rooms.size > 0 || this.socket.active)) this.reconnect();
  }

  /** Does not wait for the timeout. */
  private cutOff(): void {
    if (this.socket.connected) this.socket.io.engine?.close();
  }

  private enter(auctionId: number): void {
    this.socket.emit("joinAuction", { auctionId });
  }

  private leave(auctionId: number): void {
    const watchers = (this.rooms.get(auctionId) ?? 1) - 1;
    if (watchers > 0) return void this.rooms.set(auctionId, watchers);
    this.rooms.delete(auctionId);
    if (this.socket.connected) this.socket.emit("leaveAuction", { auctionId });
  }

  private setState(state: ConnectionState): void {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.stateListeners) listener();
  }
}

function authOf(token: string): ClientFrames["auth"] {
  const userId = Number(claimsOf(token)?.sub);
  return userId ? { userId, token } : { token };
}

export function makeSocket(): Socket {
  return io({
    path: "/ws",
    transports: ["websocket"],
    autoConnect: false,
    reconnectionAttempts: 3,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0,
  });
}

let connection: LiveConnection | undefined;

export function liveConnection(): LiveConnection {
  connection ??= new LiveConnection(makeSocket());
  return connection;
}
