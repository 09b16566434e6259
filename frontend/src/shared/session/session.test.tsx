import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import { claimsOf, readToken, removeToken, storeToken, watchOtherTabs } from "@/lib/session/token";
import { aToken, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

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

describe("the signed-in person", () => {
  it("AUTH-50: without a token no user is asked for", async () => {
    let requestCount = 0;
    server.use(
      http.get("*/api/v1/auth/me", () => {
        requestCount += 1;
        return refusal(401, "not_signed_in");
      }),
    );
    renderApp("/");
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeVisible();
    expect(requestCount).toBe(0);
  });

  it("AUTH-53, AUTH-58: logging out says so and forgets the person, also when the server cannot be reached", async () => {
    signedInAs(aUser());
    server.use(http.post("*/api/v1/auth/logout", () => HttpResponse.error()));
    const { user, path } = renderApp("/profile");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(screen.getAllByText("Logged out")[0]).toBeVisible());
    await waitFor(() => expect(path()).toBe("/"));
    expect(readToken()).toBeNull();
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeVisible();
  });

  it("AUTH-57: signing out in another tab is received here", async () => {
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
