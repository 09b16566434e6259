import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api, freshToken } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { uploadImage } from "@/lib/calls/upload";
import { aToken, aUser } from "@/test/makers";
import { refusal, server } from "@/test/server";
import { renewSessionEarly } from "./session-renewal";
import { readToken, storeToken } from "./token";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
  vi.unstubAllGlobals();
});

const [SPENT, FRESH, FARID] = [aToken(60), aToken(600), aToken(600, "8")];

function oneLock() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, work: () => Promise<unknown>) => {
      last = last.then(work);
      return last;
    },
  };
}

describe("renewal", () => {
  it("AUTH-61: the token is renewed before it is spent, measured by its own length", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let renewed = 0;
    server.use(
      http.post("*/api/v1/auth/refresh", () => {
        renewed += 1;
        return HttpResponse.json({ token: aToken(600), user: aUser() });
      }),
    );
    storeToken(aToken(600));
    open.push(renewSessionEarly());
    await vi.advanceTimersByTimeAsync(500_000);
    expect(renewed).toBe(0);
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitFor(() => expect(renewed).toBe(1));
  });

  it("ten callers with the same spent token ask once", async () => {
    let requestCount = 0;
    server.use(
      http.post("*/api/v1/auth/refresh", () => {
        requestCount += 1;
        return HttpResponse.json({ token: FRESH, user: aUser() });
      }),
    );
    vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: oneLock() } }));
    storeToken(SPENT);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => freshToken(SPENT)));
    expect(new Set(tokens)).toEqual(new Set([FRESH]));
    expect(requestCount).toBe(1);
  });

  it("a refused renewal is the signed-out state", async () => {
    storeToken(SPENT);
    expect(await freshToken(SPENT)).toBeNull();
    expect(readToken()).toBeNull();
  });

  it.each([
    ["refused", () => refusal(401, "not_signed_in")],
    ["granted", () => HttpResponse.json({ token: FRESH, user: aUser() })],
  ])("a renewal that was %s after a sign-in in another tab replaces no session", async (_, renewal) => {
    for (const [other, mine] of [
      [aToken(900), aToken(900)],
      [FARID, null],
    ] as const) {
      server.use(
        http.post("*/api/v1/auth/refresh", () => {
          storeToken(other);
          return renewal();
        }),
      );
      storeToken(SPENT);
      expect(await freshToken(SPENT)).toBe(mine);
      expect(readToken()).toBe(other);
    }
  });

  it("a renewal with the cookie of a later sign-in is discarded: the first session is over here", async () => {
    server.use(http.post("*/api/v1/auth/refresh", () => HttpResponse.json({ token: FARID, user: aUser({ id: 8 }) })));
    storeToken(SPENT);
    expect(await freshToken(SPENT)).toBeNull();
    expect(readToken()).toBeNull();
  });

  it("a renewal that the network lost keeps the session for the next try", async () => {
    server.use(http.post("*/api/v1/auth/refresh", () => refusal(503, "unavailable")));
    storeToken(SPENT);
    expect(await freshToken(SPENT)).toBeNull();
    expect(readToken()).toBe(SPENT);
  });

  it.each([
    ["signing in", () => api.POST("/api/v1/auth/login", { body: { username: "farid.h", password: "x" } })],
    ["signing out", () => api.POST("/api/v1/auth/logout")],
  ])("while the cookie changes its owner by %s no session is renewed with it", async (_, change) => {
    const order: string[] = [];
    const delayed = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`${name} ends`);
      return HttpResponse.json({ token: FRESH, user: aUser() });
    };
    server.use(
      http.post("*/api/v1/auth/refresh", delayed("renewal")),
      http.post("*/api/v1/auth/login", delayed("change")),
      http.post("*/api/v1/auth/logout", delayed("change")),
    );
    vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: oneLock() } }));
    storeToken(SPENT);
    await Promise.all([freshToken(SPENT), change(), freshToken(FRESH)]);
    expect(order.slice(0, 4)).toEqual(["renewal begins", "renewal ends", "change begins", "change ends"]);
  });
});

describe("a command is sent in the name of the person who gave it, or not at all", () => {
  it.each([
    [
      "a settled sale",
      () =>
        callApi("POST", "/api/auctions/{auction_id}/settle", {
          path: { auction_id: 422 },
          body: { sale: 1, paid: true },
        }),
    ],
    [
      "a photograph",
      () =>
        uploadImage("/api/product-images/{image_id}/upload", {
          path: { image_id: 422 },
          file: new Blob(["x"]),
          onProgress: () => {},
        }),
    ],
  ])("%s", async (_, command) => {
    let requestCount = 0;
    server.use(
      http.post(/\/422\/(settle|upload)$/, () => {
        requestCount += 1;
        storeToken(FARID);
        return refusal(401, "not_signed_in");
      }),
    );
    storeToken(SPENT);
    await expect(command()).rejects.toMatchObject({ code: "not_signed_in" });
    expect(requestCount).toBe(1);
  });
});
