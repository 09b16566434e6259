import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import type { renderApp } from "@/test/render-app";
import { refusal } from "@/test/server";
import { answers, openSettings, section, sent } from "@/test/settings";

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
    const { user } = openSettings();
    await fill(user);
    await waitFor(() => expect(screen.getAllByText("Your password was changed")[0]).toBeVisible());
    expect(sent["/api/user/change-password"]).toEqual([{ currentPassword: "old-password", newPassword: "longenough" }]);
    expect(localStorage.getItem("app_token")).toBe("next");
  });

  it("AUTH-43: all three are needed, and the new one twice the same", async () => {
    const { user } = openSettings();
    const form = await section("Change password");
    await user.click(form.getByRole("button", { name: "Change password" }));
    expect(await form.findByText("Current password is required")).toBeVisible();
    await fill(user, "longenough", "different");
    await waitFor(() => expect(screen.getAllByText("Passwords don't match")[0]).toBeVisible());
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
  ])("AUTH-44: a refusal is shown in %s", async (_, answer, words) => {
    answers("post", "/api/user/change-password", () => answer);
    const { user } = openSettings();
    await fill(user);
    await waitFor(() => expect(screen.getAllByText(words)[0]).toBeVisible());
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
    const { user } = openSettings();
    await user.click((await section("Two-step sign-in")).getByRole("button", { name: "Turn on" }));
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
    expect(screen.getByRole("img", { name: /QR code/ })).toHaveAttribute(
      "src",
      expect.stringMatching(/^data:image\/svg\+xml,/),
    );
    await user.type(screen.getByLabelText("6-digit code"), "123 456{Enter}");
    expect(await screen.findByText("k7tq-9fmx")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "I have saved them" }));
    expect(screen.queryByText("k7tq-9fmx")).toBeNull();
    expect((await section("Two-step sign-in")).getByRole("button", { name: "Turn off" })).toBeVisible();
    expect(sent["/api/user/7/two-factor/confirm"]).toEqual([{ code: "123456" }]);
  });

  it("a wrong password is shown at its field, and counts once", async () => {
    answers("delete", "/api/user/7/two-factor", () => refusal(401, "invalid_credentials"));
    const { user } = openSettings({ twoFactor: true });
    await user.click((await section("Two-step sign-in")).getByRole("button", { name: "Turn off" }));
    await user.type(screen.getByLabelText("Your password"), "wrong");
    await user.type(screen.getByLabelText("Code from your authenticator app"), "123456");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Turn off" }));
    expect(await screen.findByText("This is not your password.")).toBeVisible();
    expect(sent["/api/user/7/two-factor"]).toHaveLength(1);
  });
});
