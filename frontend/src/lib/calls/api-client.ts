import { i18n } from "@lingui/core";
import createClient from "openapi-fetch";
import type { components, paths } from "@/generated/api";

import { claimsOf, isSamePerson, readToken, removeToken, storeToken } from "@/lib/session/token";
import { takeEarly } from "./early-answers";
import { asRefusal, refusalFrom } from "./refusal";

export type Schemas = components["schemas"];

const REFRESH = "/api/v1/auth/refresh";
const OWN_ANSWERS = [REFRESH, "/api/v1/auth/login", "/api/v1/auth/logout"];
/** What gives this browser another refresh cookie, or takes it away. */
const HANDS_OVER =
  /^\/api\/(v1\/auth\/(log(in|out(-all)?)|session|passkey)|(verify|undo)-email|user\/(change-password|\d+))$/;

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: sendLogged });

async function sendLogged(request: Request): Promise<Response> {
  const response = await send(request);
  if (response.status === 401) {
    // biome-ignore lint/suspicious/noConsole: for a developer who looks for a failed sign-in
    console.warn("Authentication failed:", request.method, new URL(request.url).pathname);
  }
  return response;
}

async function send(request: Request): Promise<Response> {
  const token = readToken();
  if (token) request.headers.set("Authorization", `Bearer ${token}`);
  if (request.method !== "GET") request.headers.set("Accept-Language", i18n.locale);
  // A request that only reads does not load the code of commands; signing in or out takes the lock at once.
  if (request.method === "GET" || handsOver(request)) return withRenewal(request);
  const { sendCommand } = await import("./commands");
  return sendCommand(request, token && (claimsOf(token)?.sub ?? null), withRenewal);
}

async function withRenewal(request: Request): Promise<Response> {
  const token = bearerOf(request);
  // A body can be read once only; the copy is for the second try after a refresh.
  const again = request.clone();
  const early = token ? undefined : takeEarly(request);
  const response = await (early?.catch(() => deliver(request)) ?? deliver(request));
  if (response.status !== 401 || !mayRefresh(request) || (await isWrongSecret(response))) return response;
  const fresh = await freshToken(bearerOf(request));
  if (!fresh) return response;
  again.headers.set("Authorization", `Bearer ${fresh}`);
  return deliver(again);
}

export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call.catch((reason) => {
    throw asRefusal(reason);
  });
  if (!response.ok) throw refusalFrom(response, error);
  return data as T;
}

/** A new access token of whom the spent one names, unless another tab has just fetched it; null when their session is over. */
export function freshToken(spent: string | null): Promise<string | null> {
  return oneAtATime(async () => {
    if (readToken() !== spent) return newerThan(spent);
    const response = await fetch(REFRESH, { method: "POST" });
    const renewed = response.ok ? ((await response.json()) as Schemas["AuthSessionOut"]) : null;
    // Without locks another tab may have signed in or out meanwhile, and that is newer than this answer.
    if (readToken() !== spent) return newerThan(spent);
    if (renewed && isSamePerson(renewed.token, spent)) {
      storeToken(renewed.token);
      return renewed.token;
    }
    // The cookie is no longer valid, or belongs to another user.
    if (renewed || response.status === 401 || response.status === 403) removeToken();
    return null;
  });
}

/** What another tab has stored; never another person's, for what is asked with it is asked in their name. */
function newerThan(spent: string | null): string | null {
  const current = readToken();
  return isSamePerson(current, spent) ? current : null;
}

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist in secure contexts only; a plain-http deployment refreshes per tab.
  return navigator.locks ? navigator.locks.request("wangi-refresh", work) : work();
}

/** While the cookie changes its owner no session is renewed with it: the answer would be for the previous user. */
function deliver(request: Request): Promise<Response> {
  return handsOver(request) ? oneAtATime(() => fetch(request)) : fetch(request);
}

function handsOver({ method, url }: Request): boolean {
  return method !== "GET" && HANDS_OVER.test(new URL(url).pathname);
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
  return ["invalid_credentials", "invalid_code", "passkey_refused"].includes(body?.code);
}

function bearerOf(request: Request): string | null {
  return request.headers.get("Authorization")?.replace("Bearer ", "") ?? null;
}
