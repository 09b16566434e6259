import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const sent: unknown[] = [];
const LINK_SPENT = "This link is not valid any more. Ask for a new one.";

function verifies(answer: () => Response | Promise<Response>) {
  sent.length = 0;
  server.use(
    http.get("*/api/v1/auth/me", () => HttpResponse.json(aUser())),
    http.post("*/api/verify-email", async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
}
const verified = () => HttpResponse.json({ success: true, message: "", token: "fresh", user: aUser() });

describe("the link that signs in", () => {
  it.each([
    "/verify-email#access_token=one&refresh_token=two&type=signup",
    "/auth-verify?access_token=one&refresh_token=two&type=signup",
  ])("AUTH-03, AUTH-29, AUTH-30, AUTH-31: %s verifies, says so, and leads home after two seconds", async (address) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    verifies(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return verified();
    });
    const { path } = renderApp(address);
    expect(await screen.findByText("Verifying your email address...")).toBeVisible();
    expect(await screen.findByText("Email verified successfully!")).toBeVisible();
    expect(screen.getByText("Redirecting you to the homepage...")).toBeVisible();
    expect(screen.getAllByText("Email verified successfully")[0]).toBeVisible();
    expect(screen.getAllByText("Your account has been verified. You can now sign in.")[0]).toBeVisible();
    expect(path()).not.toContain("one");
    expect(sent).toEqual([{ token: "one", signIn: true }]);
    expect(localStorage.getItem("app_token")).toBe("fresh");
    await vi.advanceTimersByTimeAsync(2100);
    await waitFor(() => expect(path()).toBe("/"));
  });

  it.each([
    "/verify-email",
    "/verify-email#access_token=one",
    "/auth-verify#access_token=a&refresh_token=b&type=magiclink",
  ])("AUTH-32, AUTH-33: %s lacks something", async (address) => {
    renderApp(address);
    expect(await screen.findByRole("heading", { name: "Verification failed" })).toBeVisible();
    expect(screen.getByText("Invalid verification link or missing parameters")).toBeVisible();
    expect(screen.getByRole("link", { name: "Return to Sign In" })).toHaveAttribute("href", "/auth");
  });

  it.each([
    [
      "Email verification failed",
      "/verify-email#error_description=Your%20account%20is%20locked.%20Call%20012-345%206789.",
    ],
    ["Email verification failed", "/verify-email?error=Your%20account%20is%20locked."],
    [
      "The other service had a problem. Please try again later.",
      "/auth-verify#error=server_error&error_description=locked",
    ],
  ])("AUTH-35: %s is all that %s shows, without any words of a forged address", async (words, address) => {
    renderApp(address);
    expect(await screen.findByText(words)).toBeVisible();
    expect(document.body).not.toHaveTextContent(/locked|012/);
  });

  it("AUTH-35: when the network fails, it says so and may be tried again", async () => {
    verifies(() => HttpResponse.error());
    const { user } = renderApp("/verify-email#access_token=one&refresh_token=two&type=signup");
    expect(await screen.findByText("An unexpected error occurred during verification")).toBeVisible();
    verifies(verified);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Email verified successfully!")).toBeVisible();
  });
});

describe("the link of our mails", () => {
  it.each(["/auth/verify#access_token=one", "/auth/verify?token=one"])(
    "AUTH-34: %s verifies and leads to sign-in after three seconds",
    async (address) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      verifies(verified);
      const { path } = renderApp(address);
      expect(await screen.findByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/auth?verified=true");
      expect(path()).toBe("/auth/verify");
      expect(sent).toEqual([{ token: "one", signIn: false }]);
      await vi.advanceTimersByTimeAsync(3100);
      await waitFor(() => expect(path()).toBe("/auth?verified=true"));
    },
  );

  it("C11: with a way back it signs in and leads to the lot one came from", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    verifies(verified);
    const { path } = renderApp("/auth/verify#access_token=one&redirect=%2Fproducts%3Ftype%3Dauction");
    expect(await screen.findByText("Taking you back to where you were...")).toBeVisible();
    expect(sent).toEqual([{ token: "one", signIn: true }]);
    expect(localStorage.getItem("app_token")).toBe("fresh");
    await vi.advanceTimersByTimeAsync(3100);
    await waitFor(() => expect(path()).toBe("/products?type=auction"));
  });

  it("C11: a way back to another site is none", async () => {
    verifies(verified);
    renderApp("/auth/verify#access_token=one&redirect=%2F%2Fevil.example");
    expect(await screen.findByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/auth?verified=true");
    expect(sent).toEqual([{ token: "one", signIn: false }]);
  });

  it.each([
    ["Missing verification token", "/auth/verify", refusal(400, "x")],
    [LINK_SPENT, "/auth/verify#access_token=one", refusal(400, "invalid_link", LINK_SPENT)],
    ["Email verification failed", "/auth/verify#access_token=one", refusal(400, "refused", "")],
    ["An unexpected error occurred", "/auth/verify#access_token=one", refusal(503, "unavailable")],
  ])("AUTH-34, AUTH-35: %s", async (words, address, answer) => {
    verifies(() => answer);
    renderApp(address);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole("link", { name: "Return to Login" })).toHaveAttribute("href", "/auth");
  });

  it("U9: a new address is confirmed, and a member goes back to the profile", async () => {
    signedInAs(aUser({ email: "new@wangi.example" }));
    verifies(() => HttpResponse.json({ success: true, message: "" }));
    renderApp("/auth/verify#access_token=one&type=email_change");
    expect(await screen.findByRole("heading", { name: "Your new email is confirmed" })).toBeVisible();
    expect(await screen.findByRole("link", { name: "Go to your profile" })).toHaveAttribute("href", "/profile");
  });

  it("from a spent link a new one can be asked for", async () => {
    verifies(() => refusal(400, "invalid_link", LINK_SPENT));
    server.use(http.post("*/api/v1/auth/resend-verification", () => HttpResponse.json({ message: "" })));
    const { user } = renderApp("/auth/verify#access_token=one");
    await user.click(await screen.findByRole("link", { name: "Send a new link" }));
    await user.type(await screen.findByLabelText("Email"), "nurul@wangi.example");
    await user.click(screen.getByRole("button", { name: "Send the link again" }));
    expect(await screen.findByRole("button", { name: /^Sent. Again in 0:/ })).toBeDisabled();
  });
});

describe("a new password", () => {
  async function fill(user: ReturnType<typeof renderApp>["user"], first: string, second = first) {
    await user.type(await screen.findByLabelText("New password"), first);
    await user.type(screen.getByLabelText("Confirm new password"), second);
    await user.click(screen.getByRole("button", { name: "Save the new password" }));
  }

  it.each(["/reset-password#token=one", "/reset-password?token=one"])(
    "AUTH-04, AUTH-37, AUTH-40, AUTH-41: %s saves it with one call and leads to sign-in",
    async (address) => {
      const bodies: unknown[] = [];
      server.use(
        http.post("*/api/update-password", async ({ request }) => {
          bodies.push(await request.json());
          return HttpResponse.json({ success: true, message: "" });
        }),
      );
      const { user, path } = renderApp(address);
      expect(await screen.findByRole("heading", { name: "Reset Your Password" })).toBeVisible();
      await waitFor(() => expect(path()).toBe("/reset-password"));
      await fill(user, "longenough");
      await waitFor(() => expect(path()).toBe("/auth"));
      expect(bodies).toEqual([{ token: "one", password: "longenough" }]);
    },
  );

  it("AUTH-38: too short, or not repeated", async () => {
    const { user } = renderApp("/reset-password#token=one");
    await fill(user, "short", "other");
    expect(await screen.findByText("Password must be at least 8 characters")).toBeVisible();
    expect(screen.getByText("Passwords do not match")).toBeVisible();
  });

  it("AUTH-38, AUTH-39: without a token the error is shown at once", async () => {
    renderApp("/reset-password");
    await waitFor(() => expect(screen.getAllByText("Password Reset Failed")[0]).toBeVisible());
    const words = "Missing reset token. Please use the password reset link from your email.";
    expect(screen.getAllByText(words)[0]).toBeVisible();
  });

  it("AUTH-39: a used link is shown as such, with the way to a new one", async () => {
    server.use(http.post("*/api/update-password", () => refusal(400, "invalid_link", LINK_SPENT)));
    const { user } = renderApp("/reset-password#token=one");
    await fill(user, "longenough");
    await waitFor(() => expect(screen.getAllByText("Password Reset Failed")[0]).toBeVisible());
    expect(screen.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/auth?view=forgot");
  });
});
