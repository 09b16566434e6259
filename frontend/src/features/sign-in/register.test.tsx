import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

type Person = ReturnType<typeof renderApp>["user"];

async function fillRegistration(user: Person, confirmation = "longenough") {
  await user.type(await screen.findByLabelText("First name"), "Nurul");
  await user.type(screen.getByLabelText("Last name"), "Aisyah");
  await user.type(screen.getByLabelText("Email"), "nurul@wangi.example");
  await user.type(screen.getByLabelText("Username"), "nurul.a");
  await user.type(screen.getByLabelText("Password"), "longenough");
  await user.type(screen.getByLabelText("Confirm password"), confirmation);
}

const createButton = () => screen.getByRole("button", { name: "Create Account with Email Verification" });

it("AUTH-07, AUTH-15, AUTH-16, AUTH-27: registering sends the account only, and asks to check the email", async () => {
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
  expect(screen.getByRole("button", { name: "Send the link again" })).toBeVisible();
  expect(screen.getByLabelText("Username")).toHaveValue("nurul.a");
});

it("while registration is paused the form says so before it is filled in", async () => {
  server.use(
    http.get("*/api/settings", () => HttpResponse.json({ auctions: true, payments: true, registration: false })),
  );
  renderApp("/auth?tab=register");
  expect(await screen.findByText("New accounts cannot be made right now. Please try again later.")).toBeVisible();
});

it("C11: the lot one came from goes with the registration and with the mail asked for again", async () => {
  const sent: unknown[] = [];
  const takes = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ message: "", user: {} }, { status: 201 });
  };
  server.use(http.post("*/api/v1/auth/register", takes), http.post("*/api/v1/auth/resend-verification", takes));
  const { user } = renderApp("/auth?tab=register&redirect=%2Fauctions%2F422");
  await fillRegistration(user);
  await user.click(screen.getByRole("checkbox"));
  await user.click(createButton());
  await user.click(await screen.findByRole("button", { name: "Send the link again" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toMatchObject({ redirect: "/auctions/422" });
  expect(sent[1]).toEqual({ email: "nurul@wangi.example", redirect: "/auctions/422" });
  expect(screen.getByText("Your account is nearly ready.")).toBeVisible();
});

it("AUTH-25: unequal passwords and unaccepted terms are shown, and a summary leads to the fields", async () => {
  const { user } = renderApp("/register");
  await fillRegistration(user, "different");
  await user.click(createButton());
  expect(await screen.findByText("Passwords do not match")).toBeVisible();
  expect(screen.getByText("You must accept the terms and conditions")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("2 fields need attention.");
  await user.click(screen.getByRole("link", { name: "Confirm password" }));
  expect(screen.getByLabelText("Confirm password")).toHaveFocus();
});

it("AUTH-26: the rule of the terms is shown at once when they are unticked; other rules wait for the first submit", async () => {
  const { user } = renderApp("/register");
  await user.type(await screen.findByLabelText("Email"), "nobody");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("checkbox"));
  expect(await screen.findByText("You must accept the terms and conditions")).toBeVisible();
  expect(screen.queryByText("Please enter a valid email address")).toBeNull();
  await user.click(createButton());
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  await user.type(screen.getByLabelText("Email"), "@wangi.example");
  await waitFor(() => expect(screen.queryByText("Please enter a valid email address")).toBeNull());
});

it("AUTH-28, AUTH-59: a taken username is shown at its field, which has the focus", async () => {
  server.use(http.post("*/api/v1/auth/register", () => refusal(409, "username_taken")));
  const { user } = renderApp("/register");
  await fillRegistration(user);
  await user.click(screen.getByRole("checkbox"));
  await user.click(createButton());
  await waitFor(() => expect(screen.getAllByText("Username already taken")[0]).toBeVisible());
  await waitFor(() => expect(screen.getByLabelText("Username")).toHaveFocus());
  expect(screen.getAllByText("Registration failed")[0]).toBeVisible();
});

it("AUTH-28, AUTH-62: errors of the server are shown at the fields it names", async () => {
  const fields = [{ field: "password", message: "This password is too common." }];
  server.use(http.post("*/api/v1/auth/register", () => refusal(422, "invalid_input", "", { fields })));
  const { user } = renderApp("/register");
  await fillRegistration(user);
  await user.click(screen.getByRole("checkbox"));
  await user.click(createButton());
  expect(await screen.findByText("This password is too common.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Password")).toHaveFocus());
});

it("AUTH-59: any other refusal is a toast with the server's words", async () => {
  server.use(http.post("*/api/v1/auth/register", () => refusal(403, "closed", "Registration is closed today.")));
  const { user } = renderApp("/register");
  await fillRegistration(user);
  await user.click(screen.getByRole("checkbox"));
  await user.click(createButton());
  await waitFor(() => expect(screen.getAllByText("Registration failed")[0]).toBeVisible());
  expect(screen.getAllByText("Registration is closed today.")[0]).toBeVisible();
});

it("AUTH-62: the length of a new password is shown while it is typed", async () => {
  const { user } = renderApp("/register");
  const field = await screen.findByLabelText("Password");
  expect(field).toHaveAccessibleDescription("At least 8 characters.");
  await user.type(field, "abcde");
  expect(field).toHaveAccessibleDescription("3 more characters");
  await user.type(field, "fgh");
  expect(field).toHaveAccessibleDescription("Long enough.");
});

it("AUTH-08, AUTH-14, AUTH-24: a forgotten password asks for the email only, and says that a mail was sent", async () => {
  let sent: unknown;
  server.use(
    http.post("*/api/v1/auth/forgot-password", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ message: "" });
    }),
  );
  const { user, path } = renderApp("/login?redirect=/products");
  await user.click(await screen.findByRole("link", { name: "Forgot password" }));
  expect(await screen.findByRole("link", { name: "Back to login" })).toHaveAttribute(
    "href",
    "/auth?redirect=%2Fproducts",
  );
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  await user.type(screen.getByLabelText("Email"), "nurul@wangi.example");
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByText(/A password reset email was sent\./)).toBeVisible();
  expect(sent).toEqual({ email: "nurul@wangi.example" });
  expect(path()).toBe("/auth?reset=requested&redirect=%2Fproducts");
});

it("AUTH-59: a reset mail that could not be asked for is a toast", async () => {
  server.use(http.post("*/api/v1/auth/forgot-password", () => refusal(503, "unavailable")));
  const { user } = renderApp("/auth?view=forgot");
  await user.type(await screen.findByLabelText("Email"), "nurul@wangi.example");
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  await waitFor(() => expect(screen.getAllByText("Password reset failed")[0]).toBeVisible());
});
