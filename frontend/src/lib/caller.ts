/** One HTTP call of the typed client: the address from its parts, the body written, the answer read. */
import type { Client } from "openapi-fetch";
import type { paths } from "@/generated/api";

interface Init {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
  headers?: Record<string, string>;
  parseAs?: "json" | "text" | "blob";
}

interface Answered {
  data?: unknown;
  error?: unknown;
  response: Response;
}

type Send = (request: Request) => Promise<Response>;

const METHODS = ["GET", "PUT", "POST", "DELETE", "PATCH"] as const;

/** The types are openapi-fetch's; of its code this app would use a tenth. */
export function makeCaller(send: Send): Client<paths> {
  const calls = METHODS.map((method) => [method, (path: string, init: Init) => call(send, method, path, init)]);
  const request = (method: string, path: string, init: Init) => call(send, method.toUpperCase(), path, init);
  return Object.fromEntries([...calls, ["request", request]]);
}

async function call(send: Send, method: string, path: string, init: Init = {}): Promise<Answered> {
  const { params, body, parseAs } = init;
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params?.path?.[name])));
  const isForm = body instanceof FormData;
  const request = new Request(window.location.origin + address + queryOf(params?.query ?? {}), {
    method,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    headers: { ...(body !== undefined && !isForm && { "Content-Type": "application/json" }), ...init.headers },
  });
  const response = await send(request);
  if (response.ok && parseAs === "blob") return { data: await response.blob(), response };
  const text = response.status === 204 ? "" : await response.text();
  if (response.ok && parseAs === "text") return { data: text, response };
  if (response.ok) return { data: text ? JSON.parse(text) : undefined, response };
  return { error: read(text), response };
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

function queryOf(query: Record<string, unknown>): string {
  const written = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one) => (one === undefined || one === null ? [] : [`${name}=${encodeURIComponent(String(one))}`])),
  );
  return written.length > 0 ? `?${written.join("&")}` : "";
}
