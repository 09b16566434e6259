import { isWell, parcel, press, purchase } from "./support/casework";
import { demoMember, type Member, newMember } from "./support/members";
import { newName, PASSWORD } from "./support/people";
import { expect, type Page, test } from "./support/test";

const SCREENS = [
  "dashboard",
  "dashboard?tab=listings",
  "dashboard?tab=orders",
  "audit",
  "settings",
  "money",
  "money?tab=payouts",
  "money?tab=mismatches",
  "money?tab=callbacks",
  "money?tab=packages",
];

test("a dispute, a held payout and linked accounts, by keyboard; and nothing for axe on the screens of staff", async ({
  browser,
}) => {
  const [seller, buyer, victim, admin] = await Promise.all([
    newMember(browser, "seller"),
    newMember(browser, "buyer"),
    newMember(browser, "taken"),
    demoMember(browser, "demo_admin"),
  ]);
  const { page } = admin;
  const deal = await purchase(seller, buyer);

  await test.step("a dispute is claimed and decided, and both sides are notified", async () => {
    await openDispute(seller, buyer, deal);
    await page.goto(`/admin/disputes/${deal}`);
    await press(page, "Claim");
    await expect(page.getByText("With demo_admin")).toBeVisible();
    await isWell(page, "a dispute");
    await press(page, "Decide");
    const dialog = page.getByRole("dialog", { name: "How does it end?" });
    await dialog.getByLabel("Why").selectOption({ label: "It came damaged" });
    await dialog.getByLabel("In your own words").focus();
    await page.keyboard.type("Both photographs show the crack.");
    await dialog.getByRole("button", { name: "Decide" }).press("Enter");
    await expect(page.getByText("Decided, may be appealed", { exact: true }).first()).toBeVisible();
    for (const side of [seller, buyer]) {
      await side.page.goto("/");
      await side.page.getByRole("button", { name: /Notifications, \d+ unread/ }).press("Enter");
      await expect(side.page.getByRole("link", { name: /Our staff has decided a dispute/ })).toBeVisible();
    }
  });

  await test.step("an account that looks taken over is claimed and released, and its payouts go on", async () => {
    await takeOver(victim, [seller.id, buyer.id, admin.id]);
    await page.goto("/admin/risk");
    const row = page.getByTestId("risk-row").filter({ hasText: victim.name });
    await expect(async () => {
      await page.reload();
      await expect(row.getByText("Payouts held")).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(row.getByRole("cell").nth(2).getByRole("listitem")).toHaveCount(3);
    await isWell(page, "risk");
    await press(page, `Claim the account of ${victim.name}`);
    await expect(row.getByText("With demo_admin")).toBeVisible();
    await press(page, `Decide about the account of ${victim.name}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Why").selectOption({ label: "The owner did it" });
    await dialog.getByLabel("In your own words").focus();
    await page.keyboard.type("Asked by telephone.");
    await dialog.getByRole("button", { name: "Decide" }).press("Enter");
    await expect(row).toHaveCount(0);
    await page.getByLabel("Show").selectOption("released");
    await expect(row.getByText("The owner did it")).toBeVisible();
    await expect(row.getByText("Payouts held")).toHaveCount(0);
  });

  await test.step("linked accounts are seen on a person’s page, and the look is in the record", async () => {
    await page.goto(`/admin/people/${seller.id}`);
    const button = page.getByRole("button", { name: "Look at linked accounts" });
    await button.focus();
    await page.keyboard.press("Enter");
    const linked = page.getByRole("region", { name: "Linked accounts" });
    await expect(linked.getByRole("link", { name: buyer.name })).toBeVisible();
    await expect(linked.getByText("Same delivery address")).toBeVisible();
    await isWell(page, "a person");
    await page.goto(`/admin/audit?kind=LinkedAccountsRead&by=${admin.id}`);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(String(seller.id)).first()).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });

  for (const screen of SCREENS) {
    await test.step(screen, async () => {
      await page.goto(`/admin/${screen}`);
      await isThere(page);
      await isWell(page, screen);
    });
  }
  const [listing] = await seller.does<{ id: number }[]>("GET", "/api/products?limit=1");
  await page.goto(`/admin/listings/${listing?.id}`);
  await isThere(page);
  await isWell(page, "a listing");
  await page.goto(`/admin/orders/${deal}`);
  await isThere(page);
  await isWell(page, "an order");
});

async function isThere(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
}

async function openDispute(seller: Member, buyer: Member, deal: number): Promise<void> {
  const { paymentUrl } = await buyer.does<{ paymentUrl: string }>("POST", `/api/boost/deals/${deal}/pay`);
  await buyer.page.request.post(paymentUrl, { form: { action: "success", bank: "MB2U0227" }, maxRedirects: 0 });
  await seller.does("POST", `/api/transactions/${deal}/ship`, parcel);
  await buyer.does("POST", `/api/boost/deals/${deal}/dispute`, { reason: "damaged", words: "The neck is cracked." });
  const statement = { kind: "statement", words: "It was whole when I packed it." };
  await seller.does("POST", `/api/boost/deals/${deal}/evidence`, statement);
  const address = `No. ${deal}, Jalan Kenanga 12/3, 55100 Kuala Lumpur`;
  for (const member of [seller, buyer]) await member.does("PATCH", `/api/user/${member.id}`, { address });
}

async function takeOver(victim: Member, people: number[]): Promise<void> {
  const { id, name, does } = victim;
  const elsewhere = await victim.page.context().browser()?.newContext();
  if (!elsewhere) throw new Error("a second browser is needed");
  const data = { username: name, password: PASSWORD };
  const { token } = await (await elsewhere.request.post("/api/v1/auth/login", { data })).json();
  const signed = { Authorization: `Bearer ${token}` };
  const proving = { data: { password: PASSWORD }, headers: signed };
  const { proof } = await (await elsewhere.request.post(`/api/user/${id}/proof`, proving)).json();
  const account = { bankCode: "MBBEMYKL", accountNumber: "164012345678", holderName: "Nurul Aisyah" };
  const headers = { ...signed, "Wangi-Proof": proof };
  const set = await elsewhere.request.put("/api/boost/payout-account", { data: account, headers });
  expect(set.ok(), await set.text()).toBe(true);
  const about = { brand: "Rumah Wangi", description: "Half price.", categoryId: 1, volume: 50, price: 40 };
  for (let bottle = 0; bottle < 9; bottle += 1) {
    const form = { name: newName("Kenanga"), ...about };
    const { id: product } = await does<{ id: number }>("POST", "/api/products", form);
    await does("PUT", `/api/products/${product}`, { ...form, price: 30 });
  }
  const shown = await does<{ sellerId: number }[]>("GET", "/api/products?limit=100&sort=high");
  const others = shown.map(({ sellerId }) => sellerId).filter((sellerNumber) => sellerNumber !== id);
  for (const receiverId of [...new Set([...people, ...others])].slice(0, 12))
    await does("POST", "/api/messages", { receiverId, content: "All of it at half price." });
  const change = { currentPassword: PASSWORD, newPassword: "hujan-petang-di-jalan-9" };
  await does("POST", "/api/user/change-password", change);
}
