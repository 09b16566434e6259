/** The session of a browser: its token, its tabs, its end. */
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { freshToken } from "./api-client";
import { keepSessionFresh } from "./session-keeper";
import { claimsOf, readToken, removeToken, storeToken, watchOtherTabs } from "./token";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

function aToken(seconds: number, sub = "7", issued = Math.floor(Date.now() / 1000)): string {
  return `h.${btoa(JSON.stringify({ sub, iat: issued, exp: issued + seconds }))}.s`;
}

describe("the token", () => {
  it("AUTH-48: lives under app_token; storing it removes the keys of old times, removing it removes all three", () => {
    localStorage.setItem("auth_token", "old");
    localStorage.setItem("supabase_token", "older");
    storeToken("t");
    expect(Object.keys(localStorage)).toEqual(["app_token"]);
    localStorage.setItem("auth_token", "old");
    localStorage.setItem("supabase_token", "older");
    removeToken();
    expect(localStorage.length).toBe(0);
  });

  it("a token that is none says nothing", () => {
    expect(claimsOf("nonsense")).toBeNull();
    expect(claimsOf(null)).toBeNull();
    expect(claimsOf(aToken(600))?.sub).toBe("7");
  });
});

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
    open.push(keepSessionFresh());
    await vi.advanceTimersByTimeAsync(500_000);
    expect(renewed).toBe(0);
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitFor(() => expect(renewed).toBe(1));
  });

  it("ten callers with the same spent token ask once", async () => {
    let asked = 0;
    server.use(
      http.post("*/api/v1/auth/refresh", () => {
        asked += 1;
        return HttpResponse.json({ token: "fresh", user: aUser() });
      }),
    );
    vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: oneLock() } }));
    storeToken("spent");
    const tokens = await Promise.all(Array.from({ length: 10 }, () => freshToken("spent")));
    vi.unstubAllGlobals();
    expect(new Set(tokens)).toEqual(new Set(["fresh"]));
    expect(asked).toBe(1);
  });

  it("a refused renewal is the signed-out state", async () => {
    storeToken("spent");
    expect(await freshToken("spent")).toBeNull();
    expect(readToken()).toBeNull();
  });

  it("a refused renewal never signs out who signed in meanwhile in another tab", async () => {
    server.use(
      http.post("*/api/v1/auth/refresh", () => {
        storeToken("of another tab");
        return refusal(401, "not_signed_in");
      }),
    );
    storeToken("spent");
    expect(await freshToken("spent")).toBe("of another tab");
    expect(readToken()).toBe("of another tab");
  });

  it("a renewal that comes after another sign-in does not take its place", async () => {
    server.use(
      http.post("*/api/v1/auth/refresh", () => {
        storeToken("of another tab");
        return HttpResponse.json({ token: "fresh", user: aUser() });
      }),
    );
    storeToken("spent");
    expect(await freshToken("spent")).toBe("of another tab");
    expect(readToken()).toBe("of another tab");
  });

  it("a renewal that the network lost keeps the session for the next try", async () => {
    server.use(http.post("*/api/v1/auth/refresh", () => refusal(503, "unavailable")));
    storeToken("spent");
    expect(await freshToken("spent")).toBeNull();
    expect(readToken()).toBe("spent");
  });
});

/** Enough of Web Locks: one at a time. */
function oneLock() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, work: () => Promise<unknown>) => {
      last = last.then(work);
      return last;
    },
  };
}

describe("who is here", () => {
  it("AUTH-50: without a token nobody is asked for", async () => {
    let asked = 0;
    server.use(
      http.get("*/api/v1/auth/me", () => {
        asked += 1;
        return refusal(401, "not_signed_in");
      }),
    );
    renderApp("/");
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeVisible();
    expect(asked).toBe(0);
  });

  it("AUTH-53, AUTH-58: logging out says so and forgets the person, also when the server cannot be told", async () => {
    signedInAs(aUser());
    server.use(http.post("*/api/v1/auth/logout", () => HttpResponse.error()));
    const { user, path } = renderApp("/profile");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    expect((await screen.findAllByText("Logged out"))[0]).toBeVisible();
    await waitFor(() => expect(path()).toBe("/"));
    expect(readToken()).toBeNull();
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeVisible();
  });

  it("AUTH-57: signing out in another tab is heard here", async () => {
    signedInAs(aUser());
    open.push(watchOtherTabs());
    renderApp("/");
    expect(await screen.findByRole("button", { name: "My Account" })).toBeVisible();
    localStorage.removeItem("app_token");
    window.dispatchEvent(new StorageEvent("storage", { key: "app_token" }));
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeVisible();
  });

  it("AUTH-57: another person signing in in another tab replaces the first one here", async () => {
    signedInAs(aUser());
    localStorage.setItem("app_token", aToken(600, "7"));
    open.push(watchOtherTabs());
    const { user } = renderApp("/");
    await user.click(await screen.findByRole("button", { name: "My Account" }));
    expect(await screen.findByText("nurul.a")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    signedInAs(aUser({ id: 8, username: "farid.h" }));
    localStorage.setItem("app_token", aToken(600, "8"));
    window.dispatchEvent(new StorageEvent("storage", { key: "app_token" }));
    await user.click(await screen.findByRole("button", { name: "My Account" }));
    expect(await screen.findByText("farid.h")).toBeInTheDocument();
  });
});
