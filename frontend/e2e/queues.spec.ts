import { demoMember, newMember } from "./support/members";
import { listBottle, newName } from "./support/people";
import { expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

interface Case {
  id: number;
  about: { id: number };
}

test("a payment whose callback names another amount waits for finance, who takes the provider's answer", async ({
  browser,
}) => {
  const [seller, finance] = await Promise.all([newMember(browser, "farid"), demoMember(browser, "demo_finance")]);
  await seller.page.goto("/");
  const product = await listBottle(seller.page, { name: newName("Gaharu") });
  const order = { boostPackageId: 1, productIds: [product], useCredit: false };
  const { paymentUrl } = await seller.does<{ paymentUrl: string }>("POST", "/api/boost/create-order", order);
  const pressed = { form: { bank: "MB2U0227", action: "wrong_amount" }, maxRedirects: 0 };
  expect((await seller.page.request.post(paymentUrl, pressed)).status()).toBeLessThan(400);

  let openCase: Case | undefined;
  await expect(async () => {
    const { cases } = await finance.does<{ cases: Case[] }>("GET", "/api/admin/cases/payments");
    openCase = cases.find(({ about }) => about.id === seller.id);
    expect(openCase).toBeDefined();
  }).toPass();
  const { page } = finance;
  await page.goto("/admin/payments");
  await expect(page.getByTestId("case-row").first()).toBeVisible();
  await isWell(page);
  await page.goto(`/admin/payments/${openCase?.id}`);
  await expect(page.getByRole("region", { name: "What was paid" })).toContainText("RM 11.00");
  await isWell(page);
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(page.getByText("With demo_finance")).toBeVisible();
  await decide(page, "Ask the provider and take its answer", "The callback named a ringgit too much.");
  await expect(page.getByRole("region", { name: "Carried out" })).toContainText("Done", { timeout: 330_000 });
  await expect(page.getByRole("button", { name: "Decide" })).toHaveCount(0);
  await expect(async () => {
    await seller.page.goto("/seller/dashboard?tab=boosted");
    await expect(seller.page.getByRole("region", { name: "Boosted Products" })).toContainText("72 h", {
      timeout: 5_000,
    });
  }).toPass();
});

test("a moderator reads what happened in the auction, takes an appealed strike back, and its person reads it", async ({
  browser,
}) => {
  const [staff, late] = await Promise.all([demoMember(browser, "demo_moderator"), demoMember(browser, "demo_late1")]);
  const { cases } = await staff.does<{ cases: (Case & { subjectId: number })[] }>(
    "GET",
    "/api/admin/cases?kind=strike&state=appealed",
  );
  const own = cases.find(({ about }) => about.id === late.id);
  expect(own, "the demo has an appealed strike of this person").toBeDefined();
  const { page } = staff;
  await page.goto("/admin/cases?kind=strike");
  await expect(page.getByTestId("case-row").first()).toBeVisible();
  await isWell(page);
  await page.goto(`/admin/cases/${own?.id}`);
  await expect(page.getByRole("region", { name: "What happened" })).toContainText("Strikes that count now");
  await expect(page.getByRole("region", { name: "The person’s appeal" })).toBeVisible();
  await isWell(page);
  await decide(page, "Take the strike back", "The receipt of the bank is of that evening.");
  await expect(page.getByRole("region", { name: "Carried out" })).toContainText("Done");
  await late.page.goto(`/cases/strikes/${own?.subjectId}`);
  await expect(late.page.getByText("Your appeal was granted.")).toBeVisible();
  await isWell(late.page);
});

test("a moderator removes two listings at once by keyboard, after a look at what it will do to each", async ({
  browser,
}) => {
  const [seller, staff] = await Promise.all([
    newMember(browser, "farid"),
    demoMember(browser, "demo_moderator2", { viewport: { width: 390, height: 844 } }),
  ]);
  await seller.page.goto("/");
  const names = ["Cendana", "Serai"].map(newName);
  const ids = await Promise.all(names.map((name) => listBottle(seller.page, { name })));
  const { page } = staff;
  await page.goto("/admin/dashboard?tab=listings");
  for (const name of names) {
    const box = page.getByRole("checkbox", { name: new RegExp(`^Choose ${name}`) });
    await box.focus();
    await page.keyboard.press("Space");
    await expect(box).toBeChecked();
  }
  const bar = page.getByRole("region", { name: "Chosen lines" });
  await expect(bar).toContainText("2 chosen");
  await isWell(page);
  await bar.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove" });
  await dialog.getByLabel("In your own words").fill("The photographs are of another brand.");
  await dialog.getByRole("button", { name: "See what it will do" }).click();
  await expect(dialog.getByText("Will be done")).toHaveCount(2);
  await isWell(page);
  await dialog.getByRole("button", { name: "Do it to 2 lines" }).click();
  await expect(dialog.getByText("Done", { exact: true })).toHaveCount(2);
  const shown = await seller.page.request.get(`/api/products/${ids[0]}`);
  expect(shown.status()).toBe(410);
});

async function decide(page: Page, how: string, words: string): Promise<void> {
  await page.getByRole("button", { name: "Decide" }).click();
  const dialog = page.getByRole("dialog", { name: "How does it end?" });
  await dialog.getByLabel(how).check();
  await dialog.getByLabel("Words for the record").fill(words);
  await dialog.getByRole("button", { name: "Decide" }).click();
}

async function isWell(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await wrongWith(page), colorScheme).toEqual([]);
  }
}
