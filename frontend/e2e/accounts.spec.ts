import { linkFor } from "./support/mail";
import { giveAuthenticator } from "./support/passkeys";
import { fillRegistration, newName, PASSWORD, register, signIn } from "./support/people";
import { expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const NEW_PASSWORD = "another-horse-10";

test("an account is opened, verified and signed in to; a lost password is reset, and the old session elsewhere is dead", async ({
  browser,
}) => {
  const name = newName("nurul");
  const home = await (await browser.newContext()).newPage();
  await fillRegistration(home, name);
  await signInRefused(home, name);
  await home.goto(await linkFor(`${name}@wangi.example`, "/auth/verify"));
  await expect(home.getByText("Email verified successfully!")).toBeVisible();
  expect(home.url()).not.toContain("access_token");
  await expect(home).toHaveURL(/\/auth\?verified=true$/);
  await signIn(home, name);
  await home.goto("/profile");
  await expect(home.getByText("Verified User")).toBeVisible();

  const away = await (await browser.newContext()).newPage();
  await away.goto("/auth");
  await away.getByRole("link", { name: "Forgot password" }).click();
  await away.getByLabel("Email").fill(`${name}@wangi.example`);
  await away.getByRole("button", { name: "Send the link" }).click();
  await expect(away.getByText("A password reset email was sent.")).toBeVisible();
  const link = await linkFor(`${name}@wangi.example`, "/reset-password");
  await reset(away, link);
  await expect(away).toHaveURL(/\/auth$/);
  await signIn(away, name, NEW_PASSWORD);

  await home.reload();
  await expect(home).toHaveURL(/\/auth\?redirect=%2Fprofile$/);
  await reset(away, link);
  await expect(away.getByText("This link is not valid any more.").first()).toBeVisible();
});

async function signInRefused(page: Page, name: string): Promise<void> {
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Your email is not verified yet.")).toBeVisible();
}

async function reset(page: Page, link: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm new password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save the new password" }).click();
}

test("a passkey is added and signs in without a password", async ({ page }) => {
  await giveAuthenticator(page);
  const name = newName("key");
  await register(page, name);
  await signIn(page, name);
  await page.goto("/profile?tab=settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of this passkey").fill("My phone");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "Passkeys" }).getByText("My phone")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Logged out").first()).toBeVisible();
  await page.goto("/auth");
  const account = page.getByRole("button", { name: "My Account" });
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await expect(account.or(button)).toBeVisible();
  if (await button.isVisible()) await button.click({ timeout: 3000 }).catch(() => undefined);
  await expect(account).toBeVisible();
});

test("signing out in one tab signs the other one out", async ({ context, page }) => {
  const name = newName("tabs");
  await register(page, name);
  await signIn(page, name);
  const other = await context.newPage();
  await other.goto("/profile");
  await expect(other.getByRole("button", { name: "Logout" })).toBeVisible();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL(/\/auth\?redirect=%2Fprofile$/);
});

test("an account is left by keyboard alone, and its name signs in no more", async ({ page }) => {
  const name = newName("gone");
  await register(page, name);
  await page.getByLabel("Username").focus();
  await page.keyboard.type(name);
  await tabTo(page, "Password");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "My Account" })).toBeVisible();
  await page.goto("/profile?tab=settings");
  await page.getByRole("button", { name: "Delete my account" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Delete my account" })).toBeVisible();
  await tabTo(page, "Your password");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your account is closed").first()).toBeVisible();
  await page.goto("/auth");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Login failed").first()).toBeVisible();
});

async function tabTo(page: Page, label: string): Promise<void> {
  const target = page.getByLabel(label, { exact: true });
  for (let presses = 0; presses < 20; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`twenty presses of Tab did not lead to ${label}`);
}

test("the account's own pages have nothing axe can find, in light and dark", async ({ page }) => {
  const name = newName("axe");
  await register(page, name);
  await signIn(page, name);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const address of ["/profile", "/profile?tab=settings", "/profile?tab=wallet", "/seller/profile"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(await wrongWith(page), address).toEqual([]);
    }
  }
});
