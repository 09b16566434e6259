/** A call by its address, through the same door as every other; the caller names what comes back. */
import { answer, api } from "./api-client";

type Method = "get" | "post" | "put" | "patch" | "delete";

interface Call {
  body?: unknown;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  parseAs?: "json" | "text";
}

type Door = (
  method: Method,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export function call<T>(method: Method, path: string, { query, ...init }: Call = {}): Promise<T> {
  const through = api.request as unknown as Door;
  return answer(through(method, path, { ...init, params: { query } })) as Promise<T>;
}
