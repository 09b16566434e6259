import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { aUser, NOW, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const credential = (response: object) => ({
  id: "Y3JlZA",
  rawId: bytes("cred"),
  type: "public-key",
  authenticatorAttachment: "platform",
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes("client"), ...response },
});

function aDevice({ create = vi.fn(), get = vi.fn() }) {
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { value: { create, get }, configurable: true });
}
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "credentials");
});

function opened(passkeys: () => unknown[]) {
  signedInAs(aUser());
  server.use(
    http.get("*/api/user/7/sessions", () => HttpResponse.json([])),
    http.get("*/api/user/7/passkeys", () => HttpResponse.json(passkeys())),
  );
  return renderApp("/profile?tab=settings");
}

it("a passkey is made on this device and appears in the list", async () => {
  const kept: Record<string, unknown>[] = [];
  const create = vi
    .fn()
    .mockResolvedValue(credential({ attestationObject: bytes("att"), getTransports: () => ["internal"] }));
  aDevice({ create });
  server.use(
    http.post("*/api/user/7/passkeys/options", () =>
      HttpResponse.json({
        challengeId: "c1",
        publicKey: { challenge: "Y2hhbGxlbmdl", user: { id: "Nw", name: "nurul.a" } },
      }),
    ),
    http.post("*/api/user/7/passkeys", async ({ request }) => {
      kept.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ id: 1, name: "My phone", createdAt: NOW, lastUsedAt: null }, { status: 201 });
    }),
  );
  const { user } = opened(() => kept.map(({ name }) => ({ id: 1, name, createdAt: NOW, lastUsedAt: null })));
  const list = within(await screen.findByRole("region", { name: "Passkeys" }));
  expect(await list.findByText("You have no passkey yet.")).toBeVisible();
  await user.click(list.getByRole("button", { name: "Add a passkey" }));
  await user.type(screen.getByLabelText("Name of this passkey"), "My phone");
  await user.type(screen.getByLabelText("Your password"), "longenough");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await list.findByText("My phone")).toBeVisible();
  expect(kept[0]).toMatchObject({
    challengeId: "c1",
    name: "My phone",
    credential: { id: "Y3JlZA", rawId: "Y3JlZA", response: { attestationObject: "YXR0", transports: ["internal"] } },
  });
  const options = create.mock.calls[0]?.[0].publicKey;
  expect(new TextDecoder().decode(options.challenge)).toBe("challenge");
});

it("a passkey is removed with the password", async () => {
  const passkeys = [{ id: 1, name: "My phone", createdAt: NOW, lastUsedAt: NOW }];
  let proof: unknown;
  server.use(
    http.delete("*/api/user/7/passkeys/1", async ({ request }) => {
      proof = await request.json();
      passkeys.pop();
      return HttpResponse.json({ success: true });
    }),
  );
  const { user } = opened(() => passkeys);
  await user.click(await screen.findByRole("button", { name: "Remove My phone" }));
  await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
  expect(await screen.findByText("You have no passkey yet.")).toBeVisible();
  expect(proof).toEqual({ password: "longenough" });
});

it("a passkey signs in without any other word", async () => {
  const get = vi
    .fn()
    .mockResolvedValue(
      credential({ authenticatorData: bytes("auth"), signature: bytes("sig"), userHandle: bytes("7") }),
    );
  aDevice({ get });
  let sent: unknown;
  server.use(
    http.post("*/api/v1/auth/passkey/options", () =>
      HttpResponse.json({ challengeId: "c1", publicKey: { challenge: "Y2hhbGxlbmdl" } }),
    ),
    http.post("*/api/v1/auth/passkey", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ token: "fresh", user: aUser() });
    }),
  );
  const { user, path } = renderApp("/login?redirect=/products");
  await user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
  await waitFor(() => expect(path()).toBe("/products"));
  expect(sent).toMatchObject({ challengeId: "c1", credential: { response: { signature: "c2ln", userHandle: "Nw" } } });
});

it("closing the device's question is no error", async () => {
  aDevice({ get: vi.fn().mockRejectedValue(new DOMException("closed", "NotAllowedError")) });
  server.use(
    http.post("*/api/v1/auth/passkey/options", () =>
      HttpResponse.json({ challengeId: "c1", publicKey: { challenge: "Y2hhbGxlbmdl" } }),
    ),
  );
  const { user } = renderApp("/auth");
  await user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Sign in with a passkey" })).toBeEnabled());
  expect(screen.queryByText("Login failed")).toBeNull();
});
