/** Anybody can send a link to their own account. */
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const sent: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

function verifies() {
  sent.length = 0;
  server.use(
    http.get("*/api/v1/auth/me", () => HttpResponse.json(aUser())),
    http.post("*/api/verify-email", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true, message: "", token: null, user: null });
    }),
    http.post("*/api/v1/auth/session", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ token: "theirs", user: aUser({ id: 8 }) });
    }),
  );
}

it("a verification link is only verified while a member is signed in", async () => {
  signedInAs(aUser());
  verifies();
  const before = localStorage.getItem("app_token");
  renderApp("/verify-email#access_token=one&refresh_token=two&type=signup");
  expect(await screen.findByText("Email verified successfully!")).toBeVisible();
  expect(sent).toEqual([{ token: "one", signIn: false }]);
  expect(localStorage.getItem("app_token")).toBe(before);
});

it("a link with another person's access token is refused while a member is signed in", async () => {
  signedInAs(aUser());
  verifies();
  renderApp("/auth-verify#access_token=head.body.signature&refresh_token=two&type=signup");
  expect(await screen.findByText("You're already signed in. Sign out to use this link.")).toBeVisible();
  expect(sent).toEqual([]);
});

const signedFor = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;
const OF_THEIRS = signedFor({ sub: "8", email: "theirs@wangi.example" });

describe.each([
  `/auth-verify#access_token=${OF_THEIRS}&refresh_token=two&type=signup`,
  `/verify-email?access_token=${OF_THEIRS}&refresh_token=two&type=signup`,
  `/auth/verify#access_token=${OF_THEIRS}&redirect=%2Fproducts`,
])("another person's access token in %s", (address) => {
  it("signs a guest in only after they confirm the account", async () => {
    verifies();
    const { user } = renderApp(address);
    expect(await screen.findByText("Account: theirs@wangi.example")).toBeVisible();
    expect([sent, localStorage.getItem("app_token")]).toEqual([[], null]);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("Email verified successfully!")).toBeVisible();
    expect(sent).toEqual([{ supabaseToken: OF_THEIRS }]);
    expect(localStorage.getItem("app_token")).toBe("theirs");
  });

  it("signs nobody in when the guest cancels", async () => {
    verifies();
    const { user, path } = renderApp(address);
    await user.click(await screen.findByRole("link", { name: "Cancel" }));
    await waitFor(() => expect(path()).toBe("/"));
    expect([sent, localStorage.getItem("app_token")]).toEqual([[], null]);
  });

  it("is refused when the guest signs in before they continue", async () => {
    verifies();
    const { user } = renderApp(address);
    const confirm = await screen.findByRole("button", { name: "Continue" });
    signedInAs(aUser());
    await user.click(confirm);
    expect(await screen.findByText("You're already signed in. Sign out to use this link.")).toBeVisible();
    expect(sent).toEqual([]);
  });
});

it("a guest is not signed in by an access token where the link only verifies", async () => {
  verifies();
  renderApp(`/auth/verify#access_token=${OF_THEIRS}`);
  expect(await screen.findByText("Email verified successfully!")).toBeVisible();
  expect(sent).toEqual([{ token: OF_THEIRS, signIn: false }]);
  expect(localStorage.getItem("app_token")).toBeNull();
});

it.each(["Your account is locked. Call 012", "<b>locked</b>", 12])(
  "a forged account name is not shown: %s",
  async (email) => {
    verifies();
    renderApp(`/auth-verify#access_token=${signedFor({ email })}&refresh_token=two&type=signup`);
    expect(await screen.findByText(/This link signs you in to an account\./)).toBeVisible();
    expect(screen.queryByText(/^Account:/)).toBeNull();
  },
);

it("a retry in the pause after a failed sign-in does not claim success", async () => {
  verifies();
  server.use(http.post("*/api/v1/auth/session", () => refusal(503, "unavailable")));
  const { user } = renderApp(`/auth-verify#access_token=${OF_THEIRS}&refresh_token=two&type=signup`);
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText("An unexpected error occurred during verification")).toBeVisible();
});
