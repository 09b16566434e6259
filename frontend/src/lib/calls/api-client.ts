import { i18n } from "@lingui/core";
import createClient from "openapi-fetch";
import type { components, paths } from "@/generated/api";

import { claimsOf, isSamePerson, readToken, removeToken, storeToken } from "@/lib/session/token";
import { takeEarlyAnswer } from "./early-answers";

export type Schemas = components["schemas"];

const REFRESH = "/api/v1/auth/refresh";
const OWN_ANSWERS = [REFRESH, "/api/v1/auth/login", "/api/v1/auth/logout"];
const HANDS_OVER =
  /^\/api\/(v1\/auth\/(log(in|out(-all)?)|session|passkey)|(verify|undo)-email|user\/(change-password|\d+))$/;

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: sendLogged });

async function sendLogged(request: Request): Promise<Response> {
  const response = await sendRequest(request);
  if (response.status === 401) {
    // biome-ignore lint/suspicious/noConsole: for a developer who looks for a failed sign-in
    console.warn("Authentication failed:", request.method, new URL(request.url).pathname);
  }
  return response;
}

async function sendRequest(request: Request): Promise<Response> {
  const token = readToken();
  if (token) request.headers.set("Authorization", `Bearer ${token}`);
  if (request.method !== "GET") request.headers.set("Accept-Language", i18n.locale);
  if (request.method === "GET" || handsOver(request)) return withRenewal(request);
  const { sendCommand } = await import("./commands");
  return sendCommand(request, token && (claimsOf(token)?.sub ?? null), withRenewal);
}

async function withRenewal(request: Request): Promise<Response> {
  const token = bearerOf(request);
  // A body can be read once only, so the retry needs a clone.
  const again = request.clone();
  const early = token ? undefined : takeEarlyAnswer(request);
  const response = await (early?.catch(() => deliverRequest(request)) ?? deliverRequest(request));
  if (response.status !== 401 || !mayRefresh(request) || (await isWrongSecret(response))) return response;
  const fresh = await freshToken(bearerOf(request));
  if (!fresh) return response;
  again.headers.set("Authorization", `Bearer ${fresh}`);
  return deliverRequest(again);
}

/** Null when the session is over. Returns the token of another tab if that was renewed first. */
export function freshToken(spent: string | null): Promise<string | null> {
  return oneAtATime(async () => {
    if (readToken() !== spent) return newerThan(spent);
    const response = await fetch(REFRESH, { method: "POST" });
    const renewed = response.ok ? ((await response.json()) as Schemas["AuthSessionOut"]) : null;
    // Without locks another tab may have changed the token meanwhile.
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

/** Never another user's token: the request was made in this user's name. */
function newerThan(spent: string | null): string | null {
  const current = readToken();
  return isSamePerson(current, spent) ? current : null;
}

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist only in secure contexts. Over plain http each tab refreshes by itself.
  return navigator.locks ? navigator.locks.request("wangi-refresh", work) : work();
}

/** While the cookie changes its owner, a refresh would answer for the previous user. */
function deliverRequest(request: Request): Promise<Response> {
  return handsOver(request) ? oneAtATime(() => fetch(request)) : fetch(request);
}

function handsOver({ method, url }: Request): boolean {
  return method !== "GET" && HANDS_OVER.test(new URL(url).pathname);
}

function mayRefresh(request: Request): boolean {
  return bearerOf(request) !== null && !OWN_ANSWERS.includes(new URL(request.url).pathname);
}

/** A wrong password is not a spent session. A retry would count as a second guess. */
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
