/** Calls: the key, an answer or a typed refusal, what is sent again by itself, and the stream of events. */
import { contentOf, isPassing, Refused, refusalOf, Unreachable } from "./refusals.js";
import { Connection, type Event, type EventType, Place, pause, type Wishes } from "./stream.js";

/** A program that is asked to wait for longer gets the refusal. */
const LONGEST_WAIT = 60;
const READS = ["GET", "HEAD"];

export type Options = {
  /** How often a call is sent at most. */
  tries?: number;
  /** Seconds until a call counts as lost. */
  timeout?: number;
  /** How to wait, until a signal ends it; tests give their own. */
  sleep?: (seconds: number, signal?: AbortSignal) => Promise<void>;
};

type Parts = {
  body?: unknown;
  form?: FormData;
  query?: Record<string, unknown>;
  isKeyed?: boolean;
  idempotencyKey?: string | undefined;
};

/** Return a word as one part of a path, whatever stands in it. */
export function segment(word: string): string {
  if (["", ".", ".."].includes(word)) throw new TypeError("this is no part of a path");
  return encodeURIComponent(word);
}

/** Calls of one API key. */
export class Calls {
  readonly #address: string;
  readonly #headers: Record<string, string>;
  readonly #tries: number;
  readonly #timeout: number;
  readonly #sleep: (seconds: number, signal?: AbortSignal) => Promise<void>;

  constructor(key: string, address = "http://localhost:8080", options: Options = {}) {
    check(key, address);
    this.#address = address.replace(/\/$/, "");
    this.#headers = { Authorization: `Bearer ${key}`, "User-Agent": "wangi-client-typescript/1" };
    this.#tries = options.tries ?? 4;
    this.#timeout = options.timeout ?? 15;
    this.#sleep = options.sleep ?? pause;
  }

  /** Return the answer. Reads, and calls that carry an Idempotency-Key, are sent again after a lost answer; any call
   * is after `rate_limited` and `unavailable`, which did nothing. */
  protected async call<Answer>(method: string, path: string, parts: Parts): Promise<Answer> {
    const { url, init } = this.#request(method, path, parts);
    const isRepeatable = READS.includes(method) || parts.isKeyed === true;
    for (let left = this.#tries - 1; ; left -= 1) {
      let answer: Response;
      let content: unknown;
      try {
        answer = await fetch(url, { ...init, signal: AbortSignal.timeout(this.#timeout * 1000) });
        content = await contentOf(answer);
      } catch (lost) {
        if (left <= 0 || !isRepeatable) throw new Unreachable(String(lost), { cause: lost });
        await this.#sleep(1);
        continue;
      }
      if (answer.ok) return content as Answer;
      const refused = refusalOf(answer, content);
      const wait = refused.retryAfter ?? 1;
      if (left <= 0 || wait > LONGEST_WAIT || !isPassing(refused, isRepeatable)) throw refused;
      await this.#sleep(wait);
    }
  }

  /** Yield what happens to auctions and listings, each event once and in order, until `signal` ends it or you leave the
   * loop. It connects again by itself: after a break it goes on behind the last event, and after a temporary refusal
   * it first waits for as long as that one asks. Scope: `events:read`. */
  async *follow(types: readonly EventType[] = [], wishes: Wishes = {}): AsyncGenerator<Event, void, undefined> {
    const { auctionId, productId, after, signal } = wishes;
    const query = { type: types, auctionId, productId };
    const { url, init } = this.#request("GET", "/api/v1/events/stream", { query });
    const place = new Place(after);
    while (!signal?.aborted) {
      const connection = new Connection(signal);
      const headers = place.last === undefined ? this.#headers : { ...this.#headers, "Last-Event-ID": place.last };
      let wait = 1;
      try {
        // What cannot be asked at all throws here, and is no outage.
        const request = new Request(url, { ...init, headers, signal: connection.signal });
        const answer = await connection.receive(fetch(request));
        if (answer.ok) yield* place.read(connection.lines(answer.body));
        else {
          const refused = refusalOf(answer, await connection.receive(contentOf(answer)));
          if (!isPassing(refused, true)) throw refused;
          wait = refused.retryAfter || place.nextBreak();
        }
      } catch (lost) {
        if (!(lost instanceof Unreachable)) throw lost;
        wait = place.nextBreak();
      } finally {
        connection.end();
      }
      if (!signal?.aborted) await this.#sleep(wait, signal);
    }
  }

  #request(method: string, path: string, { body, form, query, isKeyed, idempotencyKey }: Parts) {
    const url = new URL(this.#address + path);
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
      }
    }
    const headers = { ...this.#headers };
    if (isKeyed) headers["Idempotency-Key"] = idempotencyKey ?? crypto.randomUUID();
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (form !== undefined) init.body = form;
    return { url, init };
  }
}

/** Throw for what cannot be a key or an address: the answers to it would not say what is wrong. */
function check(key: string, address: string): void {
  if (!key.startsWith("wangi_")) {
    throw new TypeError("a key starts with wangi_: give it as it was shown, without the word Bearer");
  }
  if (!/^https?:\/\//.test(address)) throw new TypeError(`the address ${address} needs http:// or https:// in front`);
}
