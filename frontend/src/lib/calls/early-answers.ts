/** What public/start.js has asked for before this code was here: each answer is taken over once, by a guest only. */
declare global {
  interface Window {
    wangiEarly?: Record<string, Promise<Response>>;
  }
}

/** Later than this, the page is no longer being opened and wants fresh answers. */
const OPENING_MS = 20_000;

export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const asked = window.wangiEarly;
  if (!asked || method !== "GET") return undefined;
  const { pathname, search } = new URL(url);
  const answer = asked[pathname + search];
  delete asked[pathname + search];
  return performance.now() < OPENING_MS ? answer : undefined;
}
