import { aSeller, aUser, pretend, type Shop } from "./support/pretend-shop";
import { expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const user = aUser();
const own = { "GET /api/sellers/7": aSeller({ id: 7 }) };
const qrSvg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7H1z"/></svg>';
const lists = {
  "GET /api/user/7/sessions": [],
  "GET /api/user/7/api-keys": [],
  "GET /api/user/7/webhooks": [],
  "GET /api/user/7/passkeys": [],
  "POST /api/user/7/two-factor": { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x", qrSvg },
  "POST /api/user/7/two-factor/confirm": { recoveryCodes: ["k7tq-9fmx", "b2wn-4hjd", "x8rc-6vzp", "m3yg-7ktd"] },
};

const DIALOGS: Record<string, [string, Shop, string]> = {
  "seller terms": ["/profile", { user: aUser({ isSeller: false }) }, "Become a Seller"],
  "delete the account": ["/profile?tab=settings", { user, answers: lists }, "Delete my account"],
  "a new passkey": ["/profile?tab=settings", { user, answers: lists }, "Add a passkey"],
  "a new API key": ["/profile?tab=settings", { user, answers: lists }, "Create an API key"],
  "a new webhook": ["/profile?tab=settings", { user, answers: lists }, "Create a webhook"],
  "turn on two steps": ["/profile?tab=settings", { user, answers: lists }, "Turn on"],
  "edit the shop": ["/sellers/7", { user, products: [], answers: own }, "Edit profile"],
  "a new avatar": ["/sellers/7", { user, products: [], answers: own }, "Change avatar"],
  "a new cover": ["/sellers/7", { user, products: [], answers: own }, "Change cover"],
};

for (const [name, [address, shop, button]] of Object.entries(DIALOGS)) {
  test(`${name}: opened and closed by keyboard, the focus comes back`, async ({ page }) => {
    await pretend(page, shop);
    await page.goto(address);
    const opener = page.getByRole("button", { name: button, exact: true });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await looksRight(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
}

test("two steps are set up by keyboard alone, and the codes are shown", async ({ page }) => {
  await pretend(page, { user, answers: lists });
  await page.goto("/profile?tab=settings");
  await page.getByRole("button", { name: "Turn on" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Your password").focus();
  await page.keyboard.type("longenough");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(
    await page.getByRole("img", { name: /QR code/ }).evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  await looksRight(page);
  await page.getByLabel("6-digit code").focus();
  await page.keyboard.type("123456");
  await page.keyboard.press("Enter");
  await expect(page.getByText("k7tq-9fmx")).toBeVisible();
  await looksRight(page);
});

async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    expect(await wrongWith(page)).toEqual([]);
  }
}
