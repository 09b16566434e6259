import { demoMember, type Member, newMember } from "./support/members";
import { listBottle, newName, signIn } from "./support/people";
import { expect, test } from "./support/test";

interface Case {
  id: number;
  subjectId: number;
}

test("a suspended person appeals at their case, the other moderator lifts it, and they may sell again", async ({
  browser,
}) => {
  const [seller, buyer, first, other] = await Promise.all([
    newMember(browser, "seller"),
    newMember(browser, "buyer"),
    demoMember(browser, "demo_moderator"),
    demoMember(browser, "demo_moderator2"),
  ]);
  const about = { name: newName("Gaharu"), brand: "Atelier Noctell", description: "Bought in KLCC.", categoryId: 1 };
  const bottle = { ...about, volume: 100, price: 390 };
  const { id: productId } = await seller.does<{ id: number }>("POST", "/api/products", bottle);
  await buyer.does("POST", `/api/products/${productId}/report`, { reason: "counterfeit", words: "Another cap." });
  const caseId = await suspend(first, productId);

  const { page } = seller;
  await page.goto("/");
  await page.getByRole("button", { name: /Notifications, \d+ unread/ }).click();
  await page.getByRole("link", { name: /Your account is suspended/ }).click();
  await expect(page).toHaveURL(new RegExp(`/cases/${caseId}$`));
  await expect(page.getByRole("heading", { level: 1, name: "Your account was suspended" })).toBeVisible();
  await page.getByLabel("Why this should be looked at again").fill("I still have the receipt of the counter in KLCC.");
  await page.getByRole("button", { name: "Send appeal" }).click();
  await expect(page.getByText("Your appeal was sent.")).toBeVisible();

  await first.page.goto(`/admin/cases/${caseId}`);
  await expect(first.page.getByText("I still have the receipt", { exact: false })).toBeVisible();
  await expect(first.page.getByText("Another member of staff has to decide this.")).toBeVisible();

  const staff = other.page;
  await staff.goto(`/admin/cases/${caseId}`);
  await staff.getByRole("button", { name: "Claim", exact: true }).click();
  await staff.getByRole("button", { name: "Decide" }).click();
  const decision = staff.getByRole("dialog", { name: "How does it end?" });
  await decision.getByLabel("Take the first decision back").check();
  await decision.getByLabel("Words for the record").fill("The receipt is of this batch.");
  await decision.getByRole("button", { name: "Decide" }).click();
  await expect(staff.getByRole("region", { name: "Carried out" })).toContainText("Done");

  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Your appeal was granted.")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const later = await (await browser.newContext()).newPage();
  await later.goto("/auth");
  await signIn(later, seller.name);
  await listBottle(later, { name: newName("Gaharu") });
});

async function suspend(staff: Member, productId: number): Promise<number> {
  let openCase: Case | undefined;
  await expect(async () => {
    const { cases } = await staff.does<{ cases: Case[] }>("GET", "/api/admin/cases?kind=listing");
    openCase = cases.find(({ subjectId }) => subjectId === productId);
    expect(openCase).toBeDefined();
  }).toPass();
  const id = openCase?.id ?? 0;
  await staff.does("POST", `/api/admin/cases/${id}/claim`);
  const decision = { decision: "suspend", reason: "counterfeit", words: "Two caps on two photographs.", days: 7 };
  await staff.does("POST", `/api/admin/cases/${id}/decision`, decision);
  return id;
}
