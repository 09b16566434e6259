/** A seller in the whole shop: boosts a bottle, fails to pay, pays, and is seen on the home page, with a receipt. */
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
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

test("credit that was given back pays for another boost, without a payment page, and stands in the wallet", async ({
  browser,
  request,
}) => {
  const seller = await signedIn(browser, "farid");
  const first = await listBottle(seller, { name: newName("Cendana") });
  const second = await listBottle(seller, { name: newName("Gaharu") });
  await seller.goto(`/boost-checkout?step=checkout&package=1&products=${first}`);
  await proceed(seller);
  await seller.getByRole("button", { name: "Successful payment" }).click();
  const receipt = seller.getByRole("status").getByRole("link", { name: /^Receipt / });
  await expect(receipt).toBeVisible(PATIENCE);
  await giveBack(request, (await receipt.getAttribute("href")) ?? "");

  await seller.goto(`/boost-checkout?step=checkout&package=1&products=${second}`);
  await expect(seller.getByRole("checkbox", { name: /^Use wallet credit/ })).toBeChecked();
  await seller.getByRole("button", { name: "Proceed to Payment" }).click();
  await expect(seller.getByText("Payment Successful", { exact: true })).toBeVisible(PATIENCE);
  await expect(seller).toHaveURL(/\/seller\/dashboard\?tab=boosted$/);

  await seller.goto("/profile?tab=wallet");
  await expect(seller.getByRole("complementary", { name: "Balance" })).toContainText("RM 0.00");
  const rows = seller.getByRole("region", { name: "Statement" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("Paid for a boost");
  await expect(rows.nth(2)).toContainText("Boost given back");
  const file = seller.waitForEvent("download");
  await seller.getByRole("button", { name: "Statement (CSV)" }).click();
  expect((await file).suggestedFilename()).toBe("wangi-wallet.csv");
  expect(await wrongWith(seller)).toEqual([]);
});

async function giveBack(request: APIRequestContext, receipt: string): Promise<void> {
  const admin = { username: "demo_admin", password: "Wangi-demo-1" };
  const { token } = await (await request.post("/api/v1/auth/login", { data: admin })).json();
  const headers = { Authorization: `Bearer ${token}` };
  const order = receipt.match(/\/boosts\/(\d+)\//)?.[1];
  const data = { reason: "Boosted by mistake" };
  const given = await request.post(`/api/admin/boost/orders/${order}/refund`, { headers, data });
  expect(given.status(), await given.text()).toBeLessThan(300);
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
