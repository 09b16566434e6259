/** A seller in the whole shop: boosts a bottle, fails to pay, pays, and is seen on the home page, with a receipt. */
import { expect, type Page, test } from "@playwright/test";
import { listBottle, newName, signedIn } from "./support/people";
import { wrongWith } from "./support/wrong";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const PATIENCE = { timeout: 30_000 };

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`${device}: boosts a bottle; a payment that failed is paid again, and buyers see the bottle promoted`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const seller = await signedIn(browser, "farid", { viewport });
    const bottle = newName("Cendana");
    const id = await listBottle(seller, { name: bottle });

    await seller.goto("/seller/dashboard");
    await seller.getByRole("checkbox", { name: `Boost ${bottle}` }).check();
    await seller.getByRole("button", { name: "Boost Selected (1)" }).click();
    await seller.getByRole("dialog").getByRole("link", { name: "Select Package" }).first().click();
    await expect(seller.getByText("1 of 1 selected")).toBeVisible();
    await seller.getByRole("button", { name: "Continue" }).click();
    await expect(seller.getByRole("region", { name: "Order summary" })).toContainText("RM 10.00");
    await proceed(seller);
    await seller.getByRole("button", { name: "Failed payment" }).click();

    await expect(seller.getByText("Payment Failed", { exact: true })).toBeVisible(PATIENCE);
    await expect(seller).toHaveURL(/\/seller\/dashboard\?tab=boosted$/);
    await expect(seller.getByRole("heading", { name: "No boosted products" })).toBeVisible();
    await seller
      .getByRole("alert")
      .getByRole("button", { name: /^Pay again/ })
      .click();
    await seller.getByRole("button", { name: "Successful payment" }).click();

    await expect(seller.getByText("Payment Successful", { exact: true })).toBeVisible(PATIENCE);
    const boosted = seller.getByRole("region", { name: "Boosted Products" });
    await expect(boosted.getByRole("row").filter({ hasText: bottle })).toContainText("72 h", PATIENCE);
    expect(await wrongWith(seller)).toEqual([]);
    await seller
      .getByRole("status")
      .getByRole("link", { name: /^Receipt / })
      .click();
    await expect(seller.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
    await expect(seller.getByRole("article")).toContainText("RM 10.00");

    const guest = await (await browser.newContext({ viewport })).newPage();
    await expect(async () => {
      await guest.goto(`/products/${id}`);
      await expect(guest.getByText("Featured", { exact: true }).first()).toBeVisible({ timeout: 3000 });
    }).toPass(PATIENCE);
    await expect(guest.getByRole("link", { name: "How boosts work" })).toBeVisible();
    const carousel = await guest.request.get("/api/products/featured");
    expect((await carousel.json()).map((product: { id: number }) => product.id)).toContain(id);
  });
}

/** The listing may be on its way to the boost service: then the order is refused, and is sent again. */
async function proceed(page: Page): Promise<void> {
  const failing = page.getByRole("button", { name: "Failed payment" });
  await expect(async () => {
    const pay = page.getByRole("button", { name: "Proceed to Payment" });
    if (await pay.isVisible()) await pay.click();
    await expect(failing).toBeVisible({ timeout: 5000 });
  }).toPass(PATIENCE);
}
