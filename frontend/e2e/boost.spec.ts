import { newMember } from "./support/members";
import { listBottle, newName } from "./support/people";
import { type APIRequestContext, expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`${device}: boosts three bottles; a payment that failed is paid again, buyers see them promoted, and credit pays for more`, async ({
    browser,
    request,
  }) => {
    const { page: seller } = await newMember(browser, "farid", { viewport });
    await seller.goto("/");
    const names = ["Cendana", "Gaharu", "Serai"].map(newName);
    const ids = await Promise.all(names.map((name) => listBottle(seller, { name })));

    await seller.goto("/seller/dashboard");
    for (const name of names) await seller.getByRole("checkbox", { name: `Boost ${name}` }).check();
    await seller.getByRole("button", { name: "Boost Selected (3)" }).click();
    await seller.getByRole("dialog").getByRole("link", { name: "Select Package" }).first().click();
    await expect(seller.getByText("3 of 3 selected")).toBeVisible();
    await seller.getByRole("button", { name: "Continue" }).click();
    await expect(seller.getByRole("region", { name: "Order summary" })).toContainText("RM 27.00");
    await proceed(seller);
    await seller.getByRole("button", { name: "Failed payment" }).click();

    await expect(seller.getByText("Payment Failed", { exact: true })).toBeVisible();
    await expect(seller).toHaveURL(/\/seller\/dashboard\?tab=boosted$/);
    await expect(seller.getByRole("heading", { name: "No boosted products" })).toBeVisible();
    await seller
      .getByRole("alert")
      .getByRole("button", { name: /^Pay again/ })
      .click();
    await seller.getByRole("button", { name: "Successful payment" }).click();

    await expect(seller.getByText("Payment Successful", { exact: true })).toBeVisible();
    const boosted = seller.getByRole("region", { name: "Boosted Products" });
    for (const name of names) {
      await expect(boosted.getByRole("row").filter({ hasText: name })).toContainText("72 h");
    }
    expect(await wrongWith(seller)).toEqual([]);
    const receipt = seller.getByRole("status").getByRole("link", { name: /^Receipt / });
    const paid = (await receipt.getAttribute("href")) ?? "";
    await receipt.click();
    await expect(seller.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
    await expect(seller.getByRole("article")).toContainText("RM 27.00");

    const guest = await (await browser.newContext({ viewport })).newPage();
    await expect(async () => {
      await guest.goto(`/products/${ids[0]}`);
      await expect(guest.getByText("Featured", { exact: true }).first()).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await expect(guest.getByRole("link", { name: "How boosts work" })).toBeVisible();
    const carousel = await guest.request.get("/api/products/featured");
    const shown = (await carousel.json()).map((product: { id: number }) => product.id);
    expect(shown).toEqual(expect.arrayContaining(ids));

    await giveBack(request, paid);
    await payFromWallet(seller, ids);
  });
}

async function payFromWallet(seller: Page, ids: number[]): Promise<void> {
  await seller.goto(`/boost-checkout?step=checkout&package=2&products=${ids.join(",")}`);
  await expect(seller.getByRole("checkbox", { name: /^Use wallet credit/ })).toBeChecked();
  await seller.getByRole("button", { name: "Proceed to Payment" }).click();
  await expect(seller.getByText("Payment Successful", { exact: true })).toBeVisible();
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
}

async function giveBack(request: APIRequestContext, receipt: string): Promise<void> {
  const admin = { username: "demo_admin", password: "Wangi-demo-1" };
  const { token } = await (await request.post("/api/v1/auth/login", { data: admin })).json();
  const headers = { Authorization: `Bearer ${token}` };
  const order = receipt.match(/\/boosts\/(\d+)\//)?.[1];
  const data = { reason: "Boosted by mistake" };
  const refund = await request.post(`/api/admin/boost/orders/${order}/refund`, { headers, data });
  expect(refund.status(), await refund.text()).toBeLessThan(300);
}

async function proceed(page: Page): Promise<void> {
  const failing = page.getByRole("button", { name: "Failed payment" });
  await expect(async () => {
    const pay = page.getByRole("button", { name: "Proceed to Payment" });
    if (await pay.isVisible()) await pay.click();
    await expect(failing).toBeVisible({ timeout: 5000 });
  }).toPass();
}
