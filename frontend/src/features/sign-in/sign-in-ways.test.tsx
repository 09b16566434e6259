import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

async function resets(ways: Record<string, string[]>) {
  server.use(http.post("*/api/update-password", () => HttpResponse.json({ success: true, message: "", ...ways })));
  const { user, path } = renderApp("/reset-password#token=one");
  await user.type(await screen.findByLabelText("New password"), "longenough");
  await user.type(screen.getByLabelText("Confirm new password"), "longenough{Enter}");
  await waitFor(() => expect(path()).toBe("/auth"));
}

it("names what was removed and what can still sign in", async () => {
  await resets({
    removedPasskeys: ["Pixel 8"],
    removedProviders: [],
    keptPasskeys: ["Old key"],
    keptProviders: ["Google"],
  });
  expect(await screen.findByText(/in the last 30 days: Pixel 8\./)).toBeVisible();
  expect(screen.getByText(/Can still sign in: Old key, Google\./)).toBeVisible();
});

it("says nothing where there is no passkey and no provider", async () => {
  await resets({ removedPasskeys: [], removedProviders: [], keptPasskeys: [], keptProviders: [] });
  expect(await screen.findByRole("tab", { name: "Sign In" })).toBeVisible();
  expect(screen.queryByText("Review how you sign in.")).toBeNull();
});
