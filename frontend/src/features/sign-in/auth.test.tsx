import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const signInButton = () => screen.getByRole("button", { name: "Sign In" });
type Person = ReturnType<typeof renderApp>["user"];

async function signIn(user: Person, username = "nurul.a", password = "longenough") {
  await user.type(await screen.findByLabelText("Username"), username);
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(signInButton());
}

describe("the screen", () => {
  it.each(["/auth", "/login", "/register"])("AUTH-01, AUTH-12: %s is the screen with both tabs", async (address) => {
    renderApp(address);
    const tabs = await screen.findByRole("tablist");
    expect(
      within(tabs)
        .getAllByRole("tab")
        .map(({ textContent }) => textContent),
    ).toEqual(["Sign In", "Register"]);
    expect(screen.getByRole("link", { name: "Wangi, home" })).toHaveAttribute("href", "/");
  });

  it("AUTH-06: tab=register opens the Register tab", async () => {
    renderApp("/auth?tab=register");
    expect(await screen.findByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  });

  it.each([
    ["AUTH-07", "registration=success", "Please check your email for a verification link."],
    ["AUTH-08", "reset=requested", "A password reset email was sent."],
    ["AUTH-09", "verified=true", "Your account has been verified. You can now sign in."],
  ])("%s: %s is a notice", async (_, query, words) => {
    renderApp(`/auth?${query}`);
    expect(await screen.findByText(words, { exact: false })).toBeVisible();
  });

  it("AUTH-10: a signed-in user is sent home", async () => {
    signedInAs(aUser());
    const { path } = renderApp("/auth");
    await waitFor(() => expect(path()).toBe("/"));
  });

  it("AUTH-11, AUTH-18: the wordmark leads home, and the screen says what Wangi is", async () => {
    renderApp("/auth");
    expect(await screen.findByRole("link", { name: "Wangi, home" })).toHaveAttribute("href", "/");
    expect(screen.getByText("The level you see is the level you get.")).toBeInTheDocument();
  });

  it("AUTH-17: no provider is offered unless the shop has set one up", async () => {
    renderApp("/auth");
    await screen.findByLabelText("Username");
    expect(screen.queryByRole("link", { name: /Continue with/ })).toBeNull();
  });

  it("AUTH-17: a provider that is set up is offered, with the way back kept", async () => {
    server.use(http.get("*/api/v1/auth/providers", () => HttpResponse.json([{ id: "facebook", name: "Facebook" }])));
    renderApp("/login?redirect=/auctions/422");
    expect(await screen.findByRole("link", { name: "Continue with Facebook" })).toHaveAttribute(
      "href",
      "/api/v1/auth/oidc/facebook/start?redirect=%2Fauctions%2F422",
    );
  });
});

describe("signing in", () => {
  it("AUTH-02, AUTH-13, AUTH-54: by username, and one lands on the page of the link", async () => {
    let sent: unknown;
    server.use(
      http.get("*/api/v1/auth/me", () => HttpResponse.json(aUser())),
      http.post("*/api/v1/auth/login", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ token: "fresh", user: aUser() });
      }),
    );
    localStorage.setItem("auth_token", "legacy");
    const { user, path } = renderApp("/login?redirect=/products");
    await signIn(user);
    await waitFor(() => expect(path()).toBe("/products"));
    expect(sent).toEqual({ username: "nurul.a", password: "longenough" });
    expect(localStorage.getItem("app_token")).toBe("fresh");
    expect(localStorage.getItem("auth_token")).toBeNull();
  });

  it("AUTH-02: a way back to another site is not taken", async () => {
    server.use(http.post("*/api/v1/auth/login", () => HttpResponse.json({ token: "fresh", user: aUser() })));
    const { user, path } = renderApp(`/login?redirect=${encodeURIComponent("/\\evil.example")}`);
    await signIn(user);
    await waitFor(() => expect(path()).toBe("/"));
  });

  it("AUTH-19, AUTH-20: the rules are shown on submit, and both lead to their fields", async () => {
    const { user } = renderApp("/auth");
    await user.type(await screen.findByLabelText("Username"), "nu");
    await user.type(screen.getByLabelText("Password"), "short");
    expect(screen.queryByText("Username must be at least 3 characters")).toBeNull();
    await user.click(signInButton());
    expect(await screen.findByText("Username must be at least 3 characters")).toBeVisible();
    expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("alert").parentElement).toHaveFocus());
  });

  it("AUTH-20: a single error takes the focus to its field", async () => {
    const { user } = renderApp("/auth");
    await signIn(user, "nurul.a", "short");
    await waitFor(() => expect(screen.getByLabelText("Password")).toHaveFocus());
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("Password must be at least 6 characters");
  });

  it("AUTH-13, AUTH-21: by email is one switch away and back, and the email is checked", async () => {
    const { user } = renderApp("/auth");
    await user.click(await screen.findByRole("button", { name: "Use email and password" }));
    await user.type(screen.getByLabelText("Email"), "nurul");
    await user.click(signInButton());
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Use username and password" }));
    expect(screen.getByLabelText("Username")).toBeVisible();
  });

  it.each([
    ["AUTH-59", "invalid_credentials", 401, "The name and the password do not match."],
    ["AUTH-22", "username_not_found", 404, "Username not found"],
  ])("%s: %s is a toast, and the person stays", async (_, code, status, words) => {
    server.use(http.post("*/api/v1/auth/login", () => refusal(status, code)));
    const { user } = renderApp("/auth");
    await signIn(user);
    await waitFor(() => expect(screen.getAllByText("Login failed")[0]).toBeVisible());
    expect(screen.getAllByText(words)[0]).toBeVisible();
  });

  it("after too many tries the time to wait is shown, for as long as the page is open", async () => {
    server.use(
      http.post("*/api/v1/auth/login", () =>
        HttpResponse.json(
          { message: "", code: "rate_limited", details: {} },
          { status: 429, headers: { "Retry-After": "600" } },
        ),
      ),
    );
    const { user } = renderApp("/auth");
    await signIn(user);
    expect(await screen.findByText("Too many tries")).toBeVisible();
    expect(screen.getAllByText("Please wait 10 minutes, then try again.")[0]).toBeVisible();
  });

  it("an unverified user is offered a new link, and the next one a minute later", async () => {
    let sent: unknown;
    server.use(
      http.post("*/api/v1/auth/login", () => refusal(403, "email_not_verified")),
      http.post("*/api/v1/auth/resend-verification", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: "" });
      }),
    );
    const { user } = renderApp("/auth");
    await user.click(await screen.findByRole("button", { name: "Use email and password" }));
    await user.type(screen.getByLabelText("Email"), "nurul@wangi.example");
    await user.type(screen.getByLabelText("Password"), "longenough");
    await user.click(signInButton());
    await user.click(await screen.findByRole("button", { name: "Send the link again" }));
    expect(await screen.findByRole("button", { name: /^Sent. Again in/ })).toBeDisabled();
    expect(sent).toEqual({ email: "nurul@wangi.example" });
  });
});
