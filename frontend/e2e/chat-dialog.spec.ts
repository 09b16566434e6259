import { aMessage, FARID, farid, SELF } from "../src/test/talk-makers";
import { anAuction, aProduct, aUser, pretend } from "./support/pretend-shop";
import { talk } from "./support/pretend-talk";
import { expect, type Locator, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const seller = { ...aProduct().seller, ...farid, isDeleted: false, isTrusted: false };
const written = Array.from({ length: 40 }, (_, place) =>
  aMessage(place + 1, `Message ${place + 1}`, { senderId: place % 2 ? SELF : FARID, isRead: true }),
);
const product = aProduct({ id: 1, sellerId: FARID, seller } as Parameters<typeof aProduct>[0]);
const lot = anAuction();
const shop = {
  user: aUser({ id: SELF }),
  auction: { ...lot, product: lot.product && { ...lot.product, seller } },
  answers: { ...talk(written), "GET /api/products/1": product },
};

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

for (const [address, viewport, colorScheme] of [
  ["/products/1", DESKTOP, "light"],
  ["/auctions/422", PHONE, "dark"],
] as const) {
  test(`MSG-07: over ${address}, by keyboard: the focus stays inside and comes back`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await pretend(page, shop);
    await page.goto(address);
    const opener = contactSeller(page);
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = chat(page);
    await expect(dialog.getByText("Message 40", { exact: true })).toBeInViewport();
    await expect(dialog.getByTestId("message-input")).toBeFocused();
    await hasItsSize(page, dialog);
    expect(await wrongWith(page)).toEqual([]);
    await focusStaysIn(page);

    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });
}

test("MSG-07: Back closes it and a reload keeps it; its menu and the report stand above it", async ({ page }) => {
  await pretend(page, shop);
  await page.goto("/products/1");
  await contactSeller(page).click();
  const dialog = chat(page);
  await expect(dialog.getByText("Message 40", { exact: true })).toBeVisible();
  await page.reload();
  await dialog.getByRole("button", { name: "Conversation options" }).click();
  await expect(page.getByRole("menuitem", { name: "Report" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(dialog, "Escape closes the menu alone").toBeVisible();
  await dialog.getByRole("button", { name: "Conversation options" }).click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog"), "Escape closes the report alone").toHaveCount(1);
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/products\/1$/);
});

test("MSG-07: in Malay, on a screen as low as text of 200 % makes it, all of it can be reached", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.addInitScript(() => localStorage.setItem("wangi_language", "ms"));
  await pretend(page, { ...shop, user: aUser({ id: SELF, language: "ms" }) });
  await page.goto("/products/1");
  await page.getByRole("button", { name: "Hubungi Penjual" }).filter({ visible: true }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("link", { name: "Buka dalam Mesej" })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByTestId("message-input")).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText("Message 40", { exact: true })).toBeInViewport();
  expect(await wrongWith(page)).toEqual([]);
});

const contactSeller = (page: Page) =>
  page.getByRole("button", { name: "Contact Seller" }).filter({ visible: true }).first();

const chat = (page: Page) => page.getByRole("dialog", { name: `Conversation with ${farid.username}` });

async function hasItsSize(page: Page, dialog: Locator): Promise<void> {
  const box = await dialog.boundingBox();
  if (box?.width === PHONE.width) return expect(box).toEqual({ x: 0, y: 0, ...PHONE });
  expect(box?.width).toBe(640);
  expect((await page.getByTestId("thread").boundingBox())?.height).toBe(400);
}

async function focusStaysIn(page: Page): Promise<void> {
  for (let times = 0; times < 8; times += 1) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
    );
    expect(isOutside).toBe(false);
  }
}
