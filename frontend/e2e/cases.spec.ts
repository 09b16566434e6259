import { newName, signedIn, signIn } from "./support/people";
import { expect, type Page, test } from "./support/test";

test("ADM-12, U37: a reported listing is claimed and taken down by staff, and both sides are notified", async ({
  browser,
}) => {
  const [seller, buyer] = await Promise.all([signedIn(browser, "seller"), signedIn(browser, "buyer")]);
  const productId = await list(seller, newName("Gaharu"));
  await buyer.goto(`/products/${productId}`);
  await buyer.getByRole("button", { name: "Report" }).click();
  const report = buyer.getByRole("dialog", { name: "Report this listing" });
  await report.getByLabel("It looks counterfeit").check();
  await report.getByLabel(/In your own words/).fill("The cap is of another brand.");
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(buyer.getByText("Report sent", { exact: true })).toBeVisible();

  const staff = await (await browser.newContext()).newPage();
  await staff.goto("/auth");
  await signIn(staff, "demo_admin", "Wangi-demo-1");
  const row = staff.getByRole("link", { name: `Listing ${productId}` });
  await expect(async () => {
    await staff.goto("/admin/cases?kind=listing");
    await expect(row).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await row.click();
  await expect(staff.getByText("The cap is of another brand.")).toBeVisible();
  await staff.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(staff.getByText("With demo_admin")).toBeVisible();
  await staff.getByRole("button", { name: "Decide" }).click();
  const decision = staff.getByRole("dialog", { name: "How does it end?" });
  await decision.getByLabel("Take the listing down").check();
  await decision.getByLabel("Words for the record").fill("Two photographs of two bottles.");
  await decision.getByRole("button", { name: "Decide" }).click();
  await expect(staff.getByRole("region", { name: "Carried out" })).toContainText("Done");

  await expectNotification(buyer, /Thank you for your report/);
  await expectNotification(seller, /was taken down: it looks like a counterfeit/);
});

async function list(page: Page, name: string): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem("app_token"));
  const data = { name, brand: "Atelier Noctell", description: "Bought at the counter in KLCC.", categoryId: 1 };
  const answer = await page.request.post("/api/products", {
    headers: { Authorization: `Bearer ${token}` },
    data: { ...data, volume: 100, price: 390 },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

async function expectNotification(page: Page, what: RegExp): Promise<void> {
  await page.getByRole("button", { name: /Notifications, \d+ unread/ }).click();
  await expect(page.getByRole("link", { name: what })).toBeVisible();
}
