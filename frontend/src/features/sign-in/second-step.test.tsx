import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aUser } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const sent: Record<string, unknown>[] = [];

function asksFor(right: string) {
  sent.length = 0;
  server.use(
    http.post("*/api/v1/auth/login", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      if (!body.code) return refusal(403, "two_factor_required", "", { methods: ["totp", "recovery_code"] });
      if (body.code !== right) return refusal(401, "invalid_code");
      return HttpResponse.json({ token: "fresh", user: aUser() });
    }),
  );
}

async function firstStep() {
  const app = renderApp("/login?redirect=/products");
  await app.user.type(await screen.findByLabelText("Username"), "nurul.a");
  await app.user.type(screen.getByLabelText("Password"), "longenough");
  await app.user.keyboard("{Enter}");
  await screen.findByRole("heading", { name: "Second step" });
  return app;
}

it("AUTH-54: the code is pasted as the app groups it, and signs in", async () => {
  asksFor("123456");
  const { user, path } = await firstStep();
  const field = screen.getByLabelText("6-digit code");
  expect(field).toHaveAttribute("autocomplete", "one-time-code");
  expect(field).toHaveFocus();
  await user.paste("123 456");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/products"));
  expect(sent.at(-1)).toEqual({ username: "nurul.a", password: "longenough", code: "123456" });
});

it("a wrong code is shown at its field, and the next one may be tried", async () => {
  asksFor("123456");
  const { user } = await firstStep();
  await user.paste("654321");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("This code is not right, or was used before.")).toBeVisible();
  expect(screen.getByLabelText("6-digit code")).toBeInvalid();
});

it("a recovery code does the same, when the phone is lost", async () => {
  asksFor("k7tq-9fmx");
  const { user, path } = await firstStep();
  await user.click(screen.getByRole("button", { name: "Use a recovery code instead" }));
  await user.type(screen.getByLabelText("Recovery code"), " k7tq-9fmx ");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/products"));
});

it("going back shows the first step again", async () => {
  asksFor("123456");
  const { user } = await firstStep();
  await user.click(screen.getByRole("button", { name: "Back to login" }));
  expect(await screen.findByLabelText("Username")).toBeVisible();
});
