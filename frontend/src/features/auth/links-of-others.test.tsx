/** A link from a mail never replaces the session of this browser: anybody can send a link to their own account. */
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

const sent: unknown[] = [];

function verifies() {
  sent.length = 0;
  signedInAs(aUser());
  server.use(
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
  verifies();
  const before = localStorage.getItem("app_token");
  renderApp("/verify-email#access_token=one&refresh_token=two&type=signup");
  expect(await screen.findByText("Email verified successfully!")).toBeVisible();
  expect(sent).toEqual([{ token: "one", signIn: false }]);
  expect(localStorage.getItem("app_token")).toBe(before);
});

it("a link with another person's access token is refused while a member is signed in", async () => {
  verifies();
  renderApp("/auth-verify#access_token=head.body.signature&refresh_token=two&type=signup");
  expect(await screen.findByText("You're already signed in. Sign out to use this link.")).toBeVisible();
  expect(sent).toEqual([]);
});
