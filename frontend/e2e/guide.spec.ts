import { aProduct, pretend } from "./support/pretend-shop";
import { expect, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const GUIDE = "/guides/authenticity";
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`a guest reads it on a ${device}, light and dark, and nothing is wrong with it`, async ({ page }) => {
    await pretend(page, {});
    await page.setViewportSize(viewport);
    await page.goto(GUIDE);
    await expect(page.getByRole("heading", { level: 1, name: "Authentication Guide" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: "What to ask in the chat" })).toBeVisible();
    await expect(page).toHaveTitle(/Authentication Guide/);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await wrongWith(page)).toEqual([]);
    }
  });
}

test("it is there in Malay", async ({ page }) => {
  await pretend(page, {});
  await page.goto(GUIDE);
  await page.getByRole("radio", { name: "Bahasa Melayu" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Panduan Ketulenan" })).toBeVisible();
  await expect(page.getByText("Ia tidak membuktikan bahawa botol itu tulen.", { exact: false })).toBeVisible();
});

test("a listing's batch code leads to the part about codes, the footer to the guide", async ({ page }) => {
  const reading = { verdict: "fits", years: [2019, 2009], isAfterPurchase: false, place: "base_and_box" };
  const product = aProduct({ id: 1, batchCode: "9K01" });
  await pretend(page, { products: [product], answers: { "GET /api/products/batch-code": reading } });
  await page.goto("/products/1");
  await page.getByRole("link", { name: "What a code tells, and what not" }).click();
  await expect(page).toHaveURL(`${GUIDE}#part-3`);
  const part = page.getByRole("heading", { level: 2, name: "What a batch code tells, and what not" });
  await expect(part).toBeInViewport();
  await page.getByRole("contentinfo").getByRole("link", { name: "Authentication Guide" }).click();
  await expect(page).toHaveURL(GUIDE);
});

test("the address it had before leads to it", async ({ page }) => {
  await pretend(page, {});
  await page.goto("/authentication-guide");
  await expect(page).toHaveURL(GUIDE);
});
