import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const sent: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sent.length = 0;
});

function exchanges(answer: (body: { code?: string }) => Response) {
  server.use(
    http.get("*/api/v1/auth/me", () => HttpResponse.json(aUser())),
    http.post("*/api/v1/auth/session", async ({ request }) => {
      const body = (await request.json()) as { code?: string };
      sent.push(body);
      return answer(body);
    }),
  );
}

it("AUTH-05, AUTH-45, AUTH-51, AUTH-56: the token is exchanged once, half a second later, and leads home", async () => {
  exchanges(() => HttpResponse.json({ token: "fresh", user: aUser() }));
  const { path } = renderApp("/auth-callback#access_token=theirs");
  await screen.findByText("Signing you in...");
  expect(sent).toEqual([]);
  await waitFor(() => expect(path()).toBe("/"));
  expect(sent).toEqual([{ supabaseToken: "theirs" }]);
  expect(localStorage.getItem("app_token")).toBe("fresh");
});

it("AUTH-56: a second exchange within five seconds is not made", async () => {
  exchanges(() => HttpResponse.json({ token: "fresh", user: aUser() }));
  const { path } = renderApp("/auth-callback#access_token=theirs");
  await waitFor(() => expect(path()).toBe("/"));
  localStorage.removeItem("app_token");
  renderApp("/auth-callback#access_token=theirs");
  expect(await screen.findByText("Failed to get session")).toBeVisible();
  expect(sent).toHaveLength(1);
});

it("AUTH-56: a clock that was set back does not block the exchange", async () => {
  exchanges(() => HttpResponse.json({ token: "fresh", user: aUser() }));
  sessionStorage.setItem("wangi_last_exchange", String(Date.now() + 3_600_000));
  const { path } = renderApp("/auth-callback#access_token=theirs");
  await waitFor(() => expect(path()).toBe("/"));
  expect(sent).toHaveLength(1);
});

it("C11: the way back of the provider's link is kept, on this site only", async () => {
  exchanges(() => HttpResponse.json({ token: "fresh", user: aUser() }));
  const { path } = renderApp("/auth-callback#access_token=theirs&redirect=%2Fproducts");
  await waitFor(() => expect(path()).toBe("/products"));
});

it.each([
  ["No authentication data found in the URL", "/auth-callback"],
  [
    "Authentication failed: You did not allow it, or the other service did not.",
    "/auth-callback#error=access_denied&error_description=The%20user%20said%20no.",
  ],
  [
    "Authentication failed: The other service is busy. Please try again later.",
    "/auth-callback?error=temporarily_unavailable",
  ],
  ["Authentication failed: Failed to get session", "/auth-callback#error=no_session"],
  ["Authentication failed: Failed to get user data", "/auth-callback#error=no_data"],
  ["Authentication failed: Failed to sync user", "/auth-callback#error=no_sync&redirect=%2Fmessages"],
  [
    "Authentication failed: This sign-in took too long or began in another browser. Please try again.",
    "/auth-callback#error=too_late",
  ],
])("AUTH-45, AUTH-46: %s", async (words, address) => {
  renderApp(address);
  expect(await screen.findByRole("heading", { name: "Authentication Error" })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/auth");
});

const STRANGER = "Your%20account%20is%20locked.%20Call%20012-345%206789.";

it.each([
  `/auth-callback#error_description=${STRANGER}`,
  `/auth-callback#error=${STRANGER}`,
  `/auth-callback?error=constructor&error_description=${STRANGER}`,
])("AUTH-46: no sentence from a forged address is shown: %s", async (address) => {
  sessionStorage.setItem("wangi_provider", "Facebook");
  renderApp(address);
  expect(await screen.findByRole("heading", { name: "Authentication Error" })).toBeVisible();
  expect(screen.getAllByText("Authentication failed")[0]).toBeVisible();
  expect(document.body).not.toHaveTextContent(/locked|012|constructor/);
});

it.each([
  ["Failed to get session", refusal(401, "not_signed_in")],
  ["Failed to get user data", HttpResponse.json({ token: "fresh" })],
  ["Failed to sync user", refusal(503, "unavailable")],
])("AUTH-46: %s", async (words, answer) => {
  exchanges(() => answer);
  renderApp("/auth-callback#access_token=theirs");
  expect(await screen.findByText(words)).toBeVisible();
});

it("AUTH-59: the provider that failed is named in a toast", async () => {
  sessionStorage.setItem("wangi_provider", "Facebook");
  renderApp("/auth-callback#error=access_denied");
  await waitFor(() => expect(screen.getAllByText("Facebook login failed")[0]).toBeVisible());
});

it.each([
  ["a guest", false, /This link signs you in to an account\./],
  ["a member", true, /You're signed in as .*\. This link signs you in to another account\./],
])("a token that works in any browser signs %s in only after they confirm", async (_, isMember, words) => {
  if (isMember) signedInAs(aUser());
  const before = localStorage.getItem("app_token");
  exchanges(() => HttpResponse.json({ token: "fresh", user: aUser() }));
  const { user, path } = renderApp("/auth-callback#access_token=head.body.signature");
  expect(await screen.findByText(words)).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([]);
  expect(localStorage.getItem("app_token")).toBe(before);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(path()).toBe("/"));
  expect(sent).toEqual([{ supabaseToken: "head.body.signature" }]);
});

it("a member who cancels keeps their session", async () => {
  signedInAs(aUser());
  const before = localStorage.getItem("app_token");
  exchanges(() => HttpResponse.json({ token: "fresh", user: aUser() }));
  const { user, path } = renderApp("/auth-callback#access_token=head.body.signature");
  await user.click(await screen.findByRole("link", { name: "Cancel" }));
  await waitFor(() => expect(path()).toBe("/"));
  expect([sent, localStorage.getItem("app_token")]).toEqual([[], before]);
});

it("an account with a second step asks for its code here too", async () => {
  exchanges(({ code }) =>
    code === "123456" ? HttpResponse.json({ token: "fresh", user: aUser() }) : refusal(403, "two_factor_required"),
  );
  const { user, path } = renderApp("/auth-callback#access_token=theirs");
  await user.type(await screen.findByLabelText("6-digit code"), "123456{Enter}");
  await waitFor(() => expect(path()).toBe("/"));
  expect(sent.at(-1)).toEqual({ supabaseToken: "theirs", code: "123456" });
});
