import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { aUser, NOW, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { answers, openSettings, section, sent } from "@/test/settings";

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "credentials");
});

function asksForProof() {
  const words: (string | null)[] = [];
  server.use(
    http.patch("*/api/user/7", async ({ request }) => {
      words.push(request.headers.get("Wangi-Proof"));
      const { email } = (await request.json()) as { email: string };
      if (words.at(-1) !== "the-word") return refusal(403, "proof_needed", "", { methods: ["password"] });
      return HttpResponse.json(aUser({ pendingEmail: email }));
    }),
  );
  return words;
}

it("a new email is asked for once the password was given", async () => {
  const words = asksForProof();
  answers("post", "/api/user/7/proof", () => HttpResponse.json({ proof: "the-word", expiresAt: NOW }));
  const { user } = openSettings();
  const email = await section("Email");
  await user.type(email.getByLabelText("New email"), "baru@mail.example");
  await user.click(email.getByRole("button", { name: "Change email" }));
  expect(await screen.findByRole("dialog", { name: "Confirm that it is you" })).toBeVisible();
  await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
  expect(await email.findByText("Confirm your new email.")).toBeVisible();
  expect(sent["/api/user/7/proof"]).toEqual([{ password: "longenough" }]);
  expect(words).toEqual([null, "the-word"]);
});

it("a wrong password says so and nothing is changed", async () => {
  const words = asksForProof();
  server.use(http.post("*/api/user/7/proof", () => refusal(401, "invalid_credentials")));
  const { user } = openSettings();
  const email = await section("Email");
  await user.type(email.getByLabelText("New email"), "baru@mail.example{Enter}");
  await user.type(await screen.findByLabelText("Your password"), "wrong-one{Enter}");
  expect(await screen.findByText("This is not your password.")).toBeVisible();
  expect(words).toEqual([null]);
});

it("a person without a password proves it by passkey instead", async () => {
  const words = asksForProof();
  vi.stubGlobal("PublicKeyCredential", class {});
  const credential = {
    id: "Y3JlZA",
    rawId: bytes("cred"),
    type: "public-key",
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes("c"), authenticatorData: bytes("a"), signature: bytes("sig"), userHandle: null },
  };
  Object.defineProperty(navigator, "credentials", {
    value: { get: vi.fn().mockResolvedValue(credential) },
    configurable: true,
  });
  answers("post", "/api/v1/auth/passkey/options", () =>
    HttpResponse.json({ challengeId: "c1", publicKey: { challenge: "Y2g" } }),
  );
  answers("post", "/api/user/7/proof", () => HttpResponse.json({ proof: "the-word", expiresAt: NOW }));
  const { user } = openSettings({ hasPassword: false });
  server.use(
    http.get("*/api/user/7/passkeys", () =>
      HttpResponse.json([{ id: "1", name: "My phone", createdAt: NOW, lastUsedAt: null }]),
    ),
  );
  const email = await section("Email");
  await user.type(email.getByLabelText("New email"), "baru@mail.example{Enter}");
  await user.click(await screen.findByRole("button", { name: "Use a passkey" }));
  expect(await email.findByText("Confirm your new email.")).toBeVisible();
  expect(sent["/api/user/7/proof"]).toMatchObject([{ challengeId: "c1", credential: { id: "Y3JlZA" } }]);
  expect(words).toEqual([null, "the-word"]);
});

it("the undo link restores the address by a press and leads to a new password", async () => {
  answers("post", "/api/undo-email", () => HttpResponse.json({ success: true, message: "", resetToken: "r1.word" }));
  answers("post", "/api/update-password", () => HttpResponse.json({ success: true, message: "" }));
  const { user, path } = renderApp("/undo-email#token=u1.word");
  const press = await screen.findByRole("button", { name: "Restore my address" });
  expect(sent["/api/undo-email"]).toEqual([]);
  await user.click(press);
  await waitFor(() => expect(path()).toBe("/reset-password"));
  await user.type(await screen.findByLabelText("New password"), "bunga-raya-di-taman-7");
  await user.type(screen.getByLabelText("Confirm new password"), "bunga-raya-di-taman-7{Enter}");
  await waitFor(() => expect(sent["/api/update-password"]).toHaveLength(1));
  expect(sent["/api/undo-email"]).toEqual([{ token: "u1.word" }]);
  expect(sent["/api/update-password"]).toEqual([{ token: "r1.word", password: "bunga-raya-di-taman-7" }]);
});

it("an undo link that was used says so", async () => {
  server.use(http.post("*/api/undo-email", () => refusal(400, "invalid_link")));
  const { user } = renderApp("/undo-email#token=u1.word");
  await user.click(await screen.findByRole("button", { name: "Restore my address" }));
  expect(await screen.findByText("This link is not valid any more.")).toBeVisible();
});

it("another name is saved once the password was given, and says what it means for payouts", async () => {
  const words: (string | null)[] = [];
  server.use(
    http.patch("*/api/user/7", async ({ request }) => {
      words.push(request.headers.get("Wangi-Proof"));
      if (words.at(-1) !== "the-word") return refusal(403, "proof_needed", "", { methods: ["password"] });
      return HttpResponse.json(aUser({ firstName: "Zainab" }));
    }),
  );
  answers("post", "/api/user/7/proof", () => HttpResponse.json({ proof: "the-word", expiresAt: NOW }));
  signedInAs(aUser());
  const { user } = renderApp("/profile");
  await user.click(await screen.findByRole("button", { name: "Edit Profile" }));
  const name = await screen.findByLabelText("First name");
  await user.clear(name);
  await user.type(name, "Zainab");
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  expect(await screen.findByText(/^Your bank account is in your name\./)).toBeVisible();
  expect(screen.queryByText(/other devices are signed out/)).toBeNull();
  await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
  await waitFor(() => expect(screen.getAllByText("Profile updated")[0]).toBeVisible());
  expect(words).toEqual([null, "the-word"]);
});
