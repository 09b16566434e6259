import { translateSentence } from "@/lib/i18n/server-sentences";

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
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = "Refusal";
  }

  get fields(): { field: string; message: string }[] {
    const fields = this.details.fields;
    if (!Array.isArray(fields)) return [];
    return fields.map(({ field, message }) => ({ field, message: translateSentence(String(message)) }));
  }
}

export function refusalFrom(response: Response, body: unknown): Refusal {
  const { status, statusText } = response;
  const wait = Number(response.headers.get("Retry-After")) || undefined;
  if (isRefusalBody(body))
    return new Refusal(status, body.code, body.message, body.details ?? {}, body.requestId, wait);
  const text = typeof body === "string" && body ? body : statusText;
  return new Refusal(status, "unexpected", `${status}: ${text}`, {}, undefined, wait);
}

export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(0, "network", error instanceof Error ? error.message : String(error));
}

function isRefusalBody(body: unknown): body is RefusalBody {
  return typeof body === "object" && body !== null && "message" in body && "code" in body;
}
