/** What goes wrong with a call: a refusal by its code, or no answer at all. */

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

/** Return whether the same call may be answered a little later. */
export function isPassing(refused: Refused, isRepeatable: boolean): boolean {
  const didNothing = ["rate_limited", "unavailable"].includes(refused.code);
  return didNothing || (isRepeatable && [502, 503, 504].includes(refused.status));
}

/** Return what an answer holds: JSON as it is meant, anything else as a file. */
export async function contentOf(answer: Response): Promise<unknown> {
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

/** Return an answer that refuses as what a program decides by. */
export function refusalOf(answer: Response, content: unknown): Refused {
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
