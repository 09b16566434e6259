import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from "@playwright/test";
import { linkFor } from "./mail";
import { listenOn } from "./spoken";

export const PASSWORD = "correct-horse-9";

export const newName = (who: string) => `${who}_${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

export async function register(page: Page, username: string): Promise<void> {
  await fillRegistration(page, username);
  await page.goto(await linkFor(`${username}@wangi.example`, "/auth/verify"));
  await page.getByRole("link", { name: "Go to Login" }).click();
  await expect(page.getByText("Your account has been verified. You can now sign in.")).toBeVisible();
}

export async function fillRegistration(page: Page, username: string): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("First name").fill("Nurul");
  await page.getByLabel("Last name").fill("Aisyah");
  await page.getByLabel("Email").fill(`${username}@wangi.example`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account with Email Verification" }).click();
  await expect(page.getByText("Please check your email for a verification link.")).toBeVisible();
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("button", { name: "My Account" })).toBeVisible();
}

export async function signedIn(browser: Browser, who: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await listenOn(page);
  const name = newName(who);
  await register(page, name);
  await signIn(page, name);
  return page;
}

export async function listAuction(page: Page, name: string): Promise<string> {
  const go = () => page.getByRole("button", { name: "Continue" }).click();
  await page.goto("/sell/auction");
  await expect(page.getByRole("heading", { level: 2, name: "Photographs" })).toBeVisible();
  await go();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Brand").fill("Atelier Noctell");
  await page.getByLabel("Category").selectOption({ label: "Niche" });
  await page.getByLabel("Volume").fill("50");
  await page.getByLabel("Purchase year").fill("2023");
  await page.getByRole("slider", { name: "How much is left?" }).press("End");
  await page.getByLabel("Description").fill("Heavy and beautiful, one spray fills the room.");
  await go();
  await page.getByLabel("Starting price").fill("100");
  await go();
  await page.getByRole("button", { name: "Publish auction" }).click();
  await page.getByRole("link", { name: "View listing" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname;
}

export async function listBottle(page: Page, change: Record<string, unknown>): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem("app_token"));
  const about = { brand: "Rumah Wangi", description: "Heavy and beautiful.", categoryId: 1, volume: 50, price: 150 };
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.post("/api/products", { data: { ...about, ...change }, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("eighty presses of Tab did not lead there");
}
