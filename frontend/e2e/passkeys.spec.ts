import { giveAuthenticator } from "./support/passkeys";
import { aUser, pretend } from "./support/pretend-shop";
import { expect, test } from "./support/test";

const challenge = "Y2hhbGxlbmdlLW9mLXRoZS1kYXktMTIz";
const rp = { id: "localhost", name: "Wangi" };

test("a passkey is made in the settings, and the same device signs in with it", async ({ page }) => {
  await giveAuthenticator(page);
  const created = { id: 1, name: "My phone", createdAt: new Date().toISOString(), lastUsedAt: null };
  const user = { id: "Nw", name: "nurul.a", displayName: "Nurul" };
  const publicKey = {
    challenge,
    rp,
    user,
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  };
  const answers: Record<string, unknown> = {
    "GET /api/user/7/sessions": [],
    "GET /api/user/7/passkeys": [],
    "POST /api/user/7/passkeys/options": { challengeId: "c", publicKey },
    "POST /api/user/7/passkeys": created,
  };
  const shop = { user: aUser() as ReturnType<typeof aUser> | null, answers };
  await pretend(page, shop);
  await page.goto("/profile?tab=settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of this passkey").fill("My phone");
  await page.getByLabel("Your password").fill("longenough");
  const [createRequest] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/passkeys")),
    page.getByRole("button", { name: "Continue" }).click(),
  ]);
  const credential = createRequest.postDataJSON().credential;
  expect(credential.response.attestationObject).toMatch(/^[A-Za-z0-9_-]+$/);
  await expect(page.getByText("Passkey added").first()).toBeVisible();

  answers["POST /api/v1/auth/passkey/options"] = {
    challengeId: "d",
    publicKey: { challenge, rpId: rp.id, userVerification: "required" },
  };
  answers["POST /api/v1/auth/passkey"] = { token: "fresh", user: aUser() };
  shop.user = null;
  await page.getByRole("button", { name: "Logout" }).click();
  const used = page.waitForRequest((request) => request.url().endsWith("/api/v1/auth/passkey"));
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page
    .getByRole("button", { name: "Sign in with a passkey" })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  expect((await used).postDataJSON().credential.id).toBe(credential.id);
  await expect(page.getByRole("button", { name: "My Account" })).toBeVisible();
});
