/** Signing in and registering, in the words of the specification. */
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aUser } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const signInButton = () => screen.getByRole("button", { name: "Sign In" });

it("a member signs in by username and lands where the link said", async () => {
  let sent: unknown;
  server.use(
    http.post("*/api/v1/auth/login", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ token: "fresh", user: aUser() });
    }),
  );
  localStorage.setItem("auth_token", "legacy");
  const { user, path } = renderApp("/login?redirect=/products");
  await user.type(await screen.findByLabelText("Username"), "nurul.a");
  await user.type(screen.getByLabelText("Password"), "longenough");
  await user.click(signInButton());
  await waitFor(() => expect(path()).toBe("/products"));
  expect(sent).toEqual({ username: "nurul.a", password: "longenough" });
  expect(localStorage.getItem("app_token")).toBe("fresh");
  expect(localStorage.getItem("auth_token")).toBeNull();
});

it("the rules of sign-in are told on submit", async () => {
  const { user } = renderApp("/auth");
  await user.type(await screen.findByLabelText("Username"), "nu");
  await user.type(screen.getByLabelText("Password"), "short");
  expect(screen.queryByText("Username must be at least 3 characters")).toBeNull();
  await user.click(signInButton());
  expect(await screen.findByText("Username must be at least 3 characters")).toBeVisible();
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
});

it("signing in by email is one switch away, and checks the email", async () => {
  const { user } = renderApp("/auth");
  await user.click(await screen.findByRole("button", { name: "Use email and password" }));
  await user.type(screen.getByLabelText("Email"), "nurul");
  await user.click(signInButton());
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
});

it("a wrong password is a toast, and the person stays", async () => {
  server.use(http.post("*/api/v1/auth/login", () => refusal(401, "invalid_credentials")));
  const { user } = renderApp("/auth");
  await user.type(await screen.findByLabelText("Username"), "nurul.a");
  await user.type(screen.getByLabelText("Password"), "longenough");
  await user.click(signInButton());
  expect((await screen.findAllByText("Login failed"))[0]).toBeVisible();
});

async function fillRegistration(user: ReturnType<typeof renderApp>["user"], confirmation = "longenough") {
  await user.type(await screen.findByLabelText("First name"), "Nurul");
  await user.type(screen.getByLabelText("Last name"), "Aisyah");
  await user.type(screen.getByLabelText("Email"), "nurul@wangi.example");
  await user.type(screen.getByLabelText("Username"), "nurul.a");
  await user.type(screen.getByLabelText("Password"), "longenough");
  await user.type(screen.getByLabelText("Confirm password"), confirmation);
}

const createButton = () => screen.getByRole("button", { name: "Create Account with Email Verification" });

it("registering sends the account only, and asks to check the email", async () => {
  let sent: unknown;
  server.use(
    http.post("*/api/v1/auth/register", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ message: "", user: {} }, { status: 201 });
    }),
  );
  const { user, path } = renderApp("/auth?tab=register");
  await fillRegistration(user);
  await user.click(screen.getByRole("checkbox"));
  await user.click(createButton());
  expect(await screen.findByText("Please check your email for a verification link.")).toBeVisible();
  expect(path()).toContain("registration=success");
  expect(Object.keys(sent as object).sort()).toEqual(["email", "firstName", "lastName", "password", "username"]);
});

it("unequal passwords and unaccepted terms are told, and a summary leads to the fields", async () => {
  const { user } = renderApp("/register");
  await fillRegistration(user, "different");
  await user.click(createButton());
  expect(await screen.findByText("Passwords do not match")).toBeVisible();
  expect(screen.getByText("You must accept the terms and conditions")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("2 fields need attention.");
  await user.click(screen.getByRole("link", { name: "Confirm password" }));
  expect(screen.getByLabelText("Confirm password")).toHaveFocus();
});

it("the terms are told at once when they are taken back", async () => {
  const { user } = renderApp("/register");
  await user.click(await screen.findByRole("checkbox"));
  await user.click(screen.getByRole("checkbox"));
  expect(await screen.findByText("You must accept the terms and conditions")).toBeVisible();
});

it("a taken username is said at its field", async () => {
  server.use(http.post("*/api/v1/auth/register", () => refusal(409, "username_taken")));
  const { user } = renderApp("/register");
  await fillRegistration(user);
  await user.click(screen.getByRole("checkbox"));
  await user.click(createButton());
  expect(await screen.findByText("Username already taken")).toBeVisible();
});
