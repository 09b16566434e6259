import type { Member } from "./members";
import { newName } from "./people";
import { expect, type Page } from "./test";
import { wrongWith } from "./wrong";

interface Case {
  id: number;
  subjectId: number;
  about: { id: number };
}

export async function caseOf(staff: Member, query: string, isIt: (staffCase: Case) => boolean): Promise<number> {
  let openCase: Case | undefined;
  await expect(async () => {
    const { cases } = await staff.does<{ cases: Case[] }>("GET", `/api/admin/cases?${query}`);
    openCase = cases.find(isIt);
    expect(openCase).toBeDefined();
  }).toPass({ intervals: [100] });
  return openCase?.id ?? 0;
}

export async function decideByKeyboard(page: Page, how: string, choose: Record<string, string> = {}): Promise<void> {
  await press(page, "Claim");
  await expect(page.getByRole("button", { name: "Give it back" })).toBeVisible();
  await press(page, "Decide");
  const dialog = page.getByRole("dialog", { name: "How does it end?" });
  await dialog.getByLabel(how).focus();
  await page.keyboard.press("Space");
  await expect(dialog.getByLabel(how)).toBeChecked();
  for (const [label, value] of Object.entries(choose)) await dialog.getByLabel(label).selectOption(value);
  await dialog.getByLabel("Words for the record").focus();
  await page.keyboard.type("Read with all that was written before.");
  await dialog.getByRole("button", { name: "Decide" }).press("Enter");
  await expect(page.getByRole("region", { name: "Carried out" })).toContainText("Done");
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).press("Enter");
}

export async function contest(page: Page, words: string): Promise<void> {
  await page.getByLabel("Why this should be looked at again").fill(words);
  await page.getByRole("button", { name: "Send appeal" }).press("Enter");
  await expect(page.getByText("Your appeal was sent.")).toBeVisible();
}

export async function reads(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

export async function isWell(page: Page, name = ""): Promise<void> {
  const before = page.viewportSize();
  await expect(page.locator("h1").first()).toBeVisible();
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    expect(await wrongWith(page), `${name} ${colorScheme}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

export async function purchase(seller: Member, buyer: Member): Promise<number> {
  const about = { brand: "Rumah Wangi", description: "Heavy and beautiful.", categoryId: 1, volume: 50, price: 150 };
  const bottle = await seller.does<{ id: number }>("POST", "/api/products", { name: newName("Serunai"), ...about });
  const offer = { receiverId: buyer.id, productId: bottle.id, actionType: "INITIATE" };
  const card = await seller.does<Card>("POST", "/api/messages/action", offer);
  await buyer.does("POST", "/api/messages/action/confirm", { messageId: card.id });
  return card.card.transactionId;
}

interface Card {
  id: number;
  actionType: string | null;
  card: { transactionId: number };
}

async function cardOf(who: Member, other: Member, action: string): Promise<number> {
  const thread = await who.does<Card[]>("GET", `/api/messages/conversation/${other.id}?limit=20`);
  return thread.findLast(({ actionType }) => actionType === action)?.id ?? 0;
}

export async function reviewed(seller: Member, buyer: Member, deal: number): Promise<number> {
  const confirm = async (who: Member, other: Member, action: string) =>
    who.does("POST", "/api/messages/action/confirm", { messageId: await cardOf(who, other, action) });
  await confirm(seller, buyer, "CONFIRM_PAYMENT");
  await seller.does("POST", `/api/transactions/${deal}/ship`, parcel);
  await confirm(buyer, seller, "CONFIRM_DELIVERY");
  const review = await cardOf(buyer, seller, "REVIEW");
  const words = { rating: 1, comment: "Go and look for him in Jalan Ampang 12." };
  await buyer.does("POST", `/api/messages/submit-review/${review}`, words);
  await seller.does("POST", `/api/transactions/${deal}/buyer-rating`, { rating: 5, comment: "Paid at once." });
  const { yours } = await buyer.does<{ yours: { id: number } }>("GET", `/api/transactions/${deal}/reviews`);
  return yours.id;
}

export const parcel = { courier: "poslaju", trackingNumber: "EH123456789MY" };
