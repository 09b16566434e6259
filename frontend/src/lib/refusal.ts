/** A refusal by the server, or the silence of the network, as one type of error. */

interface RefusalBody {
  message: string;
  code: string;
  details: Record<string, unknown>;
  requestId?: string;
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
    readonly requestId?: string,
  ) {
    super(message);
    this.name = "Refusal";
  }

  /** Sentences for single fields, by field name. */
  get fields(): { field: string; message: string }[] {
    const fields = this.details.fields;
    return Array.isArray(fields) ? fields : [];
  }
}

/** Reads the body as JSON; anything else keeps the status code before the text, so that it can be reported. */
export function refusalFrom(status: number, statusText: string, body: unknown): Refusal {
  if (isRefusalBody(body)) return new Refusal(status, body.code, body.message, body.details ?? {}, body.requestId);
  const text = typeof body === "string" && body ? body : statusText;
  return new Refusal(status, "unexpected", `${status}: ${text}`);
}

export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(0, "network", error instanceof Error ? error.message : String(error));
}

function isRefusalBody(body: unknown): body is RefusalBody {
  return typeof body === "object" && body !== null && "message" in body && "code" in body;
}
