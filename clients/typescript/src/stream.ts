/** Server-sent events: text to events, one connection, and when to come back after a break. */
import type { EventData } from "./events.js";
import { Unreachable } from "./refusals.js";

/** A ping comes each fifteen seconds: after three without one the connection counts as lost. */
const LONGEST_SILENCE = 45;
/** The longest wait between two tries while nothing answers. */
const LONGEST_BREAK = 30;
/** No line of the stream comes near to it: what does is no stream of ours. */
const LONGEST_LINE = 1_000_000;

export type EventType = keyof EventData;

/** What happened; amounts are in sen. `open` comes first where no `after` was given: what happens from now on follows.
 * `gap` says that events before it can't be replayed. At both, read anew what you follow. */
export type Event =
  | { [Type in EventType]: { id: string; type: Type; time: string; data: EventData[Type] } }[EventType]
  | { id: string; type: "open"; time: null; data: Record<string, never> }
  | { id: string; type: "gap"; time: null; data: { after: number } };

export type Wishes = {
  /** Events of this auction alone. */
  auctionId?: number | undefined;
  /** Events of this listing alone. */
  productId?: number | undefined;
  /** The `id` of the last event that you have seen. */
  after?: string | undefined;
  /** Ends it, also while it waits. */
  signal?: AbortSignal | undefined;
};

/** The last id that came: a stream goes on behind it. */
export class Place {
  #breaks = 0;
  constructor(public last: string | undefined) {}

  /** Return how many seconds to wait before the next try: longer each time until something comes. */
  nextBreak(): number {
    this.#breaks += 1;
    return Math.min(2 ** (this.#breaks - 1), LONGEST_BREAK);
  }

  /** Yield the events of one answer, and keep the place behind each. */
  async *read(lines: AsyncIterable<string>): AsyncGenerator<Event, void, undefined> {
    const fields = new Map<string, string>();
    for await (const line of lines) {
      this.#breaks = 0;
      if (line !== "") {
        const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        fields.set(name, value);
        continue;
      }
      const isFirst = this.last === undefined;
      this.last = fields.get("id") ?? this.last;
      if (this.last !== undefined) {
        if (isFirst) yield { id: this.last, type: "open", time: null, data: {} };
        const type = fields.get("event");
        if (type !== undefined) yield eventOf(this.last, type, JSON.parse(fields.get("data") ?? ""));
      }
      fields.clear();
    }
  }
}

function eventOf(id: string, type: string, content: { time: string; data: unknown }): Event {
  const [time, data] = type === "gap" ? [null, content] : [content.time, content.data];
  return { id, type, time, data } as Event;
}

/** One connection. It is given up after 45 seconds of silence, and when its caller wants no more. */
export class Connection {
  readonly #own = new AbortController();
  readonly #caller: AbortSignal | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    caller?.addEventListener("abort", this.end);
  }

  get signal(): AbortSignal {
    return this.#own.signal;
  }

  readonly end = (): void => {
    this.#caller?.removeEventListener("abort", this.end);
    this.#own.abort();
  };

  /** Wait for what comes over it. The time in which the caller works on what came is no silence. */
  async receive<Came>(coming: Promise<Came>): Promise<Came> {
    const timer = setTimeout(this.end, LONGEST_SILENCE * 1000);
    try {
      return await coming;
    } catch (lost) {
      throw new Unreachable(String(lost), { cause: lost });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Yield the whole lines of an answer; what is left of a broken one is dropped. */
  async *lines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
    const [reader, decoder] = [body?.getReader(), new TextDecoder()];
    let rest = "";
    while (reader !== undefined) {
      const { done, value } = await this.receive(reader.read());
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LONGEST_LINE) throw new RangeError("a line is too long: this is no stream of Wangi");
      for (const line of lines) {
        if (this.signal.aborted) return;
        yield line.replace(/\r$/, "");
      }
    }
  }
}

/** A timer knows no more: a longer wait would be none at all. */
const LONGEST_PAUSE = 86_400;

/** Wait, or until the signal ends it. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, Math.min(seconds, LONGEST_PAUSE) * 1000);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
