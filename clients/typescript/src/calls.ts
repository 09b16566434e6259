/** One call: the key, an answer or a typed refusal, and what is sent again by itself. */

/** A program that is asked to wait for longer gets the refusal. */
const LONGEST_WAIT = 60;
const READS = ["GET", "HEAD"];

/** Wangi answered, and refused. Decide by `code`, show `message`, name `requestId` when you ask us. */
export class Refused extends Error {
  override name = "Refused";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown>,
    readonly requestId: string,
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }
}

/** No answer came. What changes something may be done or not: read it again before you repeat it. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

export type Options = {
  /** How often a call is sent at most. */
  tries?: number;
  /** Seconds until a call counts as lost. */
  timeout?: number;
  /** How to wait; tests give their own. */
  sleep?: (seconds: number) => Promise<void>;
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
  readonly #sleep: (seconds: number) => Promise<void>;

  constructor(key: string, address = "http://localhost:8080", options: Options = {}) {
    check(key, address);
    this.#address = address.replace(/\/$/, "");
    this.#headers = { Authorization: `Bearer ${key}`, "User-Agent": "wangi-client-typescript/1" };
    this.#tries = options.tries ?? 4;
    this.#timeout = options.timeout ?? 15;
    this.#sleep = options.sleep ?? ((seconds) => new Promise((done) => setTimeout(done, seconds * 1000)));
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

function isPassing(refused: Refused, isRepeatable: boolean): boolean {
  const didNothing = ["rate_limited", "unavailable"].includes(refused.code);
  return didNothing || (isRepeatable && [502, 503, 504].includes(refused.status));
}

async function contentOf(answer: Response): Promise<unknown> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  if (!isJson) return await answer.blob();
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (broken) {
    if (answer.ok) throw broken;
    return undefined;
  }
}

function refusalOf(answer: Response, content: unknown): Refused {
  const body = (typeof content === "object" && content !== null ? content : {}) as Record<string, unknown>;
  const wait = answer.headers.get("retry-after") ?? "";
  return new Refused(
    answer.status,
    String(body.code ?? "unknown"),
    String(body.message ?? `The answer was ${answer.status}.`),
    (body.details ?? {}) as Record<string, unknown>,
    String(body.requestId ?? ""),
    /^\d{1,9}$/.test(wait) ? Number(wait) : undefined,
  );
}
