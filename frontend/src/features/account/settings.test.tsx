/** The settings: the password, the second step, passkeys, devices, preferences, one's data, leaving. */
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "@/lib/session";
import { chooseTheme } from "@/lib/theme";
import { chooseLanguage } from "@/lib/words";
import { aUser, NOW, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const HERE = {
  id: "a",
  device: "Chrome on Windows",
  place: "Ipoh",
  signedInWith: "password",
  createdAt: NOW,
  lastSeenAt: NOW,
  current: true,
};
const PHONE = { ...HERE, id: "b", device: "Safari on iPhone", current: false };
const sent: Record<string, unknown[]> = {};

/** Answers a call and remembers what was sent with it. */
function answers(method: "post" | "delete" | "patch", path: string, answer: () => Response) {
  sent[path] = [];
  server.use(
    http[method](`*${path}`, async ({ request }) => {
      sent[path]?.push(await request.json().catch(() => null));
      return answer();
    }),
  );
}

beforeEach(() => {
  server.use(
    http.get("*/api/user/7/sessions", () => HttpResponse.json([HERE, PHONE])),
    http.get("*/api/user/7/passkeys", () => HttpResponse.json([])),
  );
});
afterEach(() => vi.unstubAllGlobals());

function open(change: Partial<User> = {}) {
  signedInAs(aUser(change));
  return renderApp("/profile?tab=settings");
}

const section = async (name: string) => within(await screen.findByRole("region", { name }));

describe("changing the password", () => {
  async function fill(user: ReturnType<typeof renderApp>["user"], next = "longenough", again = next) {
    const form = await section("Change password");
    await user.type(form.getByLabelText("Current password"), "old-password");
    await user.type(form.getByLabelText("New password"), next);
    await user.type(form.getByLabelText("Confirm new password"), again);
    await user.click(form.getByRole("button", { name: "Change password" }));
  }

  it("AUTH-42, PROF-16: it is changed, and this session goes on with its new token", async () => {
    answers("post", "/api/user/change-password", () =>
      HttpResponse.json({ success: true, message: "", token: "next" }),
    );
    const { user } = open();
    await fill(user);
    expect((await screen.findAllByText("Your password was changed"))[0]).toBeVisible();
    expect(sent["/api/user/change-password"]).toEqual([{ currentPassword: "old-password", newPassword: "longenough" }]);
    expect(localStorage.getItem("app_token")).toBe("next");
  });

  it("AUTH-43: all three are needed, and the new one twice the same", async () => {
    const { user } = open();
    const form = await section("Change password");
    await user.click(form.getByRole("button", { name: "Change password" }));
    expect(await form.findByText("Current password is required")).toBeVisible();
    await fill(user, "longenough", "different");
    expect((await screen.findAllByText("Passwords don't match"))[0]).toBeVisible();
    expect(form.getByText("New password and confirmation password must match")).toBeVisible();
  });

  it.each([
    [
      "the server's words",
      refusal(401, "invalid_credentials", "Current password is incorrect."),
      "Current password is incorrect.",
    ],
    [
      "ours where there are none",
      HttpResponse.error(),
      "Failed to change password. Please check your current password and try again.",
    ],
  ])("AUTH-44: a refusal is told in %s", async (_, answer, words) => {
    answers("post", "/api/user/change-password", () => answer);
    const { user } = open();
    await fill(user);
    expect((await screen.findAllByText(words))[0]).toBeVisible();
    expect(sent["/api/user/change-password"]).toHaveLength(1);
  });
});

describe("two-step sign-in", () => {
  it("AUTH-63: password, secret, first code, and the recovery codes once", async () => {
    answers("post", "/api/user/7/two-factor", () =>
      HttpResponse.json({
        secret: "JBSWY3DPEHPK3PXP",
        uri: "otpauth://x",
        qrSvg: "<svg xmlns='http://www.w3.org/2000/svg'/>",
      }),
    );
    answers("post", "/api/user/7/two-factor/confirm", () =>
      HttpResponse.json({ recoveryCodes: ["k7tq-9fmx", "b2wn-4hjd"] }),
    );
    const { user } = open();
    await user.click((await section("Two-step sign-in")).getByRole("button", { name: "Turn on" }));
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
    expect(screen.getByRole("img", { name: /QR code/ })).toHaveAttribute(
      "src",
      expect.stringMatching(/^data:image\/svg\+xml,/),
    );
    await user.type(screen.getByLabelText("6-digit code"), "123 456{Enter}");
    expect(await screen.findByText("k7tq-9fmx")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "I have kept them" }));
    expect(screen.queryByText("k7tq-9fmx")).toBeNull();
    expect((await section("Two-step sign-in")).getByRole("button", { name: "Turn off" })).toBeVisible();
    expect(sent["/api/user/7/two-factor/confirm"]).toEqual([{ code: "123456" }]);
  });

  it("a wrong password is told at its field, and counts once", async () => {
    answers("delete", "/api/user/7/two-factor", () => refusal(401, "invalid_credentials"));
    const { user } = open({ twoFactor: true });
    await user.click((await section("Two-step sign-in")).getByRole("button", { name: "Turn off" }));
    await user.type(screen.getByLabelText("Your password"), "wrong");
    await user.type(screen.getByLabelText("Code from your authenticator app"), "123456{Enter}");
    expect(await screen.findByText("This is not your password.")).toBeVisible();
    expect(sent["/api/user/7/two-factor"]).toHaveLength(1);
  });
});

describe("devices", () => {
  it("shows which is this one, ends another, and ends all", async () => {
    answers("delete", "/api/user/7/sessions/b", () => HttpResponse.json({ success: true }));
    answers("post", "/api/v1/auth/logout-all", () => HttpResponse.json({ success: true }));
    answers("post", "/api/v1/auth/logout", () => HttpResponse.json({ success: true }));
    const { user, path } = open();
    const devices = await section("Where you are signed in");
    expect(await devices.findByText("This device")).toBeVisible();
    await user.click(devices.getByRole("button", { name: "Sign out Safari on iPhone" }));
    await waitFor(() => expect(sent["/api/user/7/sessions/b"]).toHaveLength(1));
    await user.click(devices.getByRole("button", { name: "Sign out everywhere" }));
    await waitFor(() => expect(path()).toBe("/"));
    expect(localStorage.getItem("app_token")).toBeNull();
  });

  it("a list that fails says so and is fetched again", async () => {
    server.use(http.get("*/api/user/7/sessions", () => refusal(503, "unavailable")));
    const { user } = open();
    const devices = await section("Where you are signed in");
    const retry = await devices.findByRole("button", { name: "Retry" });
    server.use(http.get("*/api/user/7/sessions", () => HttpResponse.json([HERE])));
    await user.click(retry);
    expect(await devices.findByText("Chrome on Windows")).toBeVisible();
  });
});

describe("preferences", () => {
  afterEach(async () => {
    chooseTheme("system");
    await chooseLanguage("en");
  });

  it("language and theme take effect at once and are kept with the account", async () => {
    answers("patch", "/api/user/7", () => HttpResponse.json(aUser({ language: "ms", theme: "dark" })));
    const { user } = open();
    const preferences = await section("Preferences");
    await user.click(preferences.getByRole("radio", { name: "Dark" }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    await user.click(preferences.getByRole("radio", { name: "Bahasa Melayu" }));
    expect(await screen.findByRole("heading", { name: "Keutamaan" })).toBeVisible();
    await waitFor(() => expect(sent["/api/user/7"]).toEqual([{ theme: "dark" }, { language: "ms" }]));
  });

  it("what the account has is applied when its owner comes", async () => {
    open({ language: "ms", theme: "dark" });
    expect(await screen.findByRole("heading", { name: "Keutamaan" })).toBeVisible();
    expect(document.documentElement.dataset.theme).toBe("dark");
  });
});

describe("data and leaving", () => {
  it("a copy of everything is downloaded", async () => {
    const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    server.use(http.get("*/api/user/7/export", () => HttpResponse.json({ account: { id: 7 } })));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    await waitFor(() => expect(made).toHaveBeenCalled());
  });

  it("U38: an account with open matters is not deleted, and they are listed", async () => {
    const matters = ["Your auction of Smoke Vesper is still running."];
    answers("delete", "/api/user/7", () => refusal(409, "matters_open", "", { matters }));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    expect(screen.getByText("What stays, without your name")).toBeVisible();
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    expect(await screen.findByText("Your auction of Smoke Vesper is still running.")).toBeVisible();
  });

  it("U38: a deleted account is gone from this browser at once", async () => {
    answers("delete", "/api/user/7", () => HttpResponse.json({ success: true, message: "" }));
    answers("post", "/api/v1/auth/logout", () => HttpResponse.json({ success: true }));
    const { user, path } = open();
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    await waitFor(() => expect(path()).toBe("/"));
    expect(sent["/api/user/7"]).toEqual([{ password: "longenough" }]);
    expect(localStorage.getItem("app_token")).toBeNull();
  });
});
