/** Guests only: each answer of public/start.js is used once. */
declare global {
  interface Window {
    wangiEarly?: Record<string, Promise<Response>>;
  }
}

const OPENING_MS = 20_000;

export function takeEarlyAnswer({ method, url }: Request): Promise<Response> | undefined {
  const earlyAnswers = window.wangiEarly;
  if (!earlyAnswers || method !== "GET") return undefined;
  const { pathname, search } = new URL(url);
  const answer = earlyAnswers[pathname + search];
  delete earlyAnswers[pathname + search];
  return performance.now() < OPENING_MS ? answer : undefined;
}
