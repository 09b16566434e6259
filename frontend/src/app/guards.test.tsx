import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aSeller, aToken, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

it.each([
  "/profile",
  "/messages",
  "/seller/dashboard",
  "/seller/profile",
  "/admin/dashboard",
  "/boost-checkout",
  "/sell/auction",
  "/my-bids",
])("PROT-02, PROT-07: a guest at %s is sent to sign in", async (address) => {
  const { path } = renderApp(address);
  await waitFor(() => expect(path()).toBe(`/auth?redirect=${encodeURIComponent(address)}`));
});

it("MSG-01, MSG-03, MSG-38: a guest of the messages sees why, and finds the way to sign in", async () => {
  const { path } = renderApp("/messages?with=9");
  await waitFor(() => expect(screen.getAllByText("Authentication Error")[0]).toBeVisible());
  expect(screen.getAllByText("You must be logged in to view conversations.")[0]).toBeVisible();
  await waitFor(() => expect(path()).toBe(`/auth?redirect=${encodeURIComponent("/messages?with=9")}`));
  expect(screen.getAllByText("You must be logged in to view conversations.")[0]).toBeVisible();
});

it("MSG-01: a member opens the messages", async () => {
  signedInAs(aUser());
  server.use(http.get("*/api/conversations", () => HttpResponse.json([])));
  const { path } = renderApp("/messages");
  expect(await screen.findByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  expect(path()).toBe("/messages");
});

it("PROT-03: an account that is not a seller's gets a message", async () => {
  signedInAs(aUser({ isSeller: false }));
  renderApp("/seller/dashboard");
  expect(await screen.findByRole("heading", { name: "Seller Account Required" })).toBeVisible();
  expect(screen.getByText("You need a seller account to access this page.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
});

it.each(["/admin/dashboard", "/admin"])("PROT-04: an account without admin rights gets a message: %s", async (path) => {
  signedInAs(aUser());
  renderApp(path);
  expect(await screen.findByRole("heading", { name: "Admin Access Required" })).toBeVisible();
  expect(screen.getByText("You need administrator privileges to access this page.")).toBeVisible();
});

it("staff without an authenticator, where it is asked for, is led to where it is turned on", async () => {
  signedInAs(aUser({ waitsForSecondFactor: true }));
  renderApp("/admin/dashboard");
  expect(await screen.findByRole("heading", { name: "Two-Step Sign-In Required" })).toBeVisible();
  const link = screen.getByRole("link", { name: "Turn on two-step sign-in" });
  expect(link).toHaveAttribute("href", "/profile?tab=settings");
});

it("with two steps on, a role that was given before waits for an operator", async () => {
  signedInAs(aUser({ waitsForSecondFactor: true, twoFactor: true }));
  renderApp("/admin/dashboard");
  expect(await screen.findByText(/Ask an operator to give you your role again\.$/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Turn on two-step sign-in" })).toBeNull();
});

it("someone of the staff opens what their role has to do with, and reads so of the rest", async () => {
  signedInAs(aUser({ staffRole: "support" }));
  renderApp("/admin/money");
  expect(await screen.findByRole("heading", { name: "Another Role Required" })).toBeVisible();
  expect(screen.getByText("Your role on the staff does not open this page.")).toBeVisible();
});

it("PROT-01: while the member is being asked for, a spinner waits", async () => {
  signedInAs(aUser());
  server.use(http.get("*/api/v1/auth/me", () => new Promise<never>(() => undefined)));
  renderApp("/profile");
  expect(await screen.findByText("Loading")).toBeInTheDocument();
});

it("when the member cannot be asked for, Retry does it again", async () => {
  localStorage.setItem("app_token", "a-token");
  server.use(http.get("*/api/v1/auth/me", () => refusal(503, "unavailable"), { once: true }));
  server.use(http.get("*/api/v1/auth/me", () => refusal(503, "unavailable")));
  const { user } = renderApp("/sell/auction");
  const retry = await screen.findByRole("button", { name: "Retry" });
  signedInAs(aUser());
  await user.click(retry);
  expect(await screen.findByRole("heading", { name: "Add New Product" })).toBeVisible();
});

it("an address that leads nowhere says so", async () => {
  renderApp("/nowhere");
  expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("404 Page Not Found · Wangi"));
});

it("AUTH-49: a spent session is renewed once, silently, and the page goes on", async () => {
  const fresh = aToken(600);
  localStorage.setItem("app_token", aToken(60));
  let refreshed = 0;
  server.use(
    http.get("*/api/v1/auth/me", ({ request }) =>
      request.headers.get("Authorization") === `Bearer ${fresh}`
        ? HttpResponse.json(aUser())
        : refusal(401, "not_signed_in"),
    ),
    http.post("*/api/v1/auth/refresh", () => {
      refreshed += 1;
      return HttpResponse.json({ token: fresh, user: aUser() });
    }),
  );
  renderApp("/sell/auction");
  expect(await screen.findByRole("heading", { name: "Add New Product" })).toBeVisible();
  expect(refreshed).toBe(1);
  expect(localStorage.getItem("app_token")).toBe(fresh);
});

it("PROT-05: the boost checkout needs sign-in only", async () => {
  signedInAs(aUser({ isSeller: false }));
  renderApp("/boost-checkout");
  expect(await screen.findByRole("heading", { level: 1, name: "Boost Products" })).toBeVisible();
});

it("PROT-05: a guest sees a seller's page, though its path has the word seller in it", async () => {
  server.use(http.get("*/api/sellers/9", () => HttpResponse.json(aSeller())));
  renderApp("/sellers/9");
  expect(await screen.findByRole("heading", { level: 1, name: "Meiling’s Attic" })).toBeVisible();
});

it("PROT-06, C10: a user without admin rights sees the screen, and is not redirected", async () => {
  signedInAs(aUser());
  const { path } = renderApp("/admin/dashboard");
  expect(await screen.findByRole("heading", { name: "Admin Access Required" })).toBeVisible();
  expect(path()).toBe("/admin/dashboard");
});

it("PROT-06, C10: staff that loses its rights on a page of staff is led to the home page and sees why", async () => {
  signedInAs(aUser({ staffRole: "admin" }));
  const none = () => HttpResponse.json([]);
  server.use(
    http.get("*/api/admin/overview", () => HttpResponse.json({ since: "2026-11-19", until: "2026-11-20", events: [] })),
    http.get("*/api/admin/cases/waiting", none),
    http.get("*/api/admin/boost/waiting", none),
    http.get("*/api/admin/users", none),
    http.get("*/api/admin/orders", () => refusal(403, "forbidden")),
  );
  const { path, user } = renderApp("/admin/dashboard");
  await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
  server.use(http.get("*/api/v1/auth/me", () => HttpResponse.json(aUser({ staffRole: null }))));
  await user.click(screen.getByRole("tab", { name: "Orders" }));
  await waitFor(() => expect(path()).toBe("/"));
  await waitFor(() => expect(screen.getAllByText("You are no longer on the staff.")[0]).toBeVisible());
});

it("C10: a refusal that leaves the role as it is leads nowhere", async () => {
  signedInAs(aUser({ staffRole: "admin" }));
  const none = () => HttpResponse.json([]);
  let requestCount = 0;
  server.use(
    http.get("*/api/admin/overview", () => HttpResponse.json({ since: "2026-11-19", until: "2026-11-20", events: [] })),
    http.get("*/api/admin/cases/waiting", none),
    http.get("*/api/admin/boost/waiting", none),
    http.get("*/api/admin/users", none),
    http.get("*/api/admin/orders", () => refusal(403, "forbidden")),
  );
  const { path, user } = renderApp("/admin/dashboard");
  await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
  server.use(
    http.get("*/api/v1/auth/me", () => {
      requestCount += 1;
      return HttpResponse.json(aUser({ staffRole: "admin" }));
    }),
  );
  await user.click(screen.getByRole("tab", { name: "Orders" }));
  await waitFor(() => expect(requestCount).toBe(1));
  expect(path()).toBe("/admin/dashboard?tab=orders");
  expect(screen.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
});
