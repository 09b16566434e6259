/** The typed door to the gateway: bearer token on every call, one silent refresh for all tabs. */
import { i18n } from "@lingui/core";
import type { components } from "@/generated/api";
import { makeCaller } from "./caller";
import { takeEarly } from "./early";
import type { SignedIn } from "./people";
import { asRefusal, refusalFrom } from "./refusal";
import { readToken, removeToken, storeToken } from "./token";

export type Schemas = components["schemas"];

const REFRESH = "/api/v1/auth/refresh";
const OWN_ANSWERS = [REFRESH, "/api/v1/auth/login", "/api/v1/auth/logout"];
export const api = makeCaller(async (request) => {
  const token = readToken();
  if (token) request.headers.set("Authorization", `Bearer ${token}`);
  // The mails that follow from a command are written in the language of the page.
  if (request.method !== "GET") request.headers.set("Accept-Language", i18n.locale);
  // A body can be read once only; the copy is for the second try after a refresh.
  const again = request.clone();
  const early = token ? undefined : takeEarly(request);
  const response = await (early?.catch(() => fetch(request)) ?? fetch(request));
  if (response.status !== 401 || !mayRefresh(request) || (await isWrongSecret(response))) return response;
  const fresh = await freshToken(bearerOf(request));
  if (!fresh) return response;
  again.headers.set("Authorization", `Bearer ${fresh}`);
  return fetch(again);
});

/** The data of an answer, or the refusal thrown. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call.catch((reason) => {
    throw asRefusal(reason);
  });
  if (!response.ok) throw refusalFrom(response, error);
  return data as T;
}

/** A new access token, unless another tab has just fetched one; null when the session is over. */
export function freshToken(spent: string | null): Promise<string | null> {
  return oneAtATime(async () => {
    const current = readToken();
    if (current !== spent) return current;
    const response = await fetch(REFRESH, { method: "POST" });
    const renewed = response.ok ? ((await response.json()) as SignedIn) : null;
    // Signing in or out takes no lock: what another tab did meanwhile is newer than this answer.
    if (readToken() !== spent) return readToken();
    if (renewed) {
      const { token } = renewed;
      storeToken(token);
      return token;
    }
    if (response.status === 401 || response.status === 403) removeToken();
    return null;
  });
}

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist in secure contexts only; a plain-http deployment refreshes per tab.
  return navigator.locks ? navigator.locks.request("wangi-refresh", work) : work();
}

function mayRefresh(request: Request): boolean {
  return bearerOf(request) !== null && !OWN_ANSWERS.includes(new URL(request.url).pathname);
}

/** A wrong password or code is no spent session: asking twice would count as guessing twice. */
async function isWrongSecret(response: Response): Promise<boolean> {
  const body = await response
    .clone()
    .json()
    .catch(() => null);
  return ["invalid_credentials", "invalid_code"].includes(body?.code);
}

function bearerOf(request: Request): string | null {
  return request.headers.get("Authorization")?.replace("Bearer ", "") ?? null;
}

/** A key that makes sending the same command twice safe. */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
