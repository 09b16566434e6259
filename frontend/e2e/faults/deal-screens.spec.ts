import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewEachOther } from "../support/reviewing";
import { type Browser, expect, type Locator, type Page, test } from "../support/test";

interface Person {
  id: number;
  token: string;
}

const people: Person[] = JSON.parse(process.env.WANGI_TRADERS ?? "[]");
const folder = process.env.WANGI_BUTTONS ?? "";
const bottle = process.env.WANGI_BOTTLE ?? "";
// A consumer that was killed resumes after thirty seconds.
const SOON = { timeout: 5_000 };

test.skip(people.length === 0, "Run by tests/faults/test_trade.py, which kills the processes.");

test("P-B1, W3: each step of a purchase stands once on both screens, whatever was killed", async ({ browser }) => {
  const [siti, amir] = people as [Person, Person];
  const [seller, buyer] = await Promise.all([opened(browser, siti, amir.id), opened(browser, amir, siti.id)]);
  const button = (page: Page, name: string) => page.getByRole("button", { name });

  const loadMissing = async () => {
    for (const page of [seller, buyer]) {
      const load = button(page, "Load the page again");
      if (await load.isVisible()) await page.keyboard.press("Escape");
      if (await load.isVisible()) await load.click(SOON);
    }
  };
  const choose = async () => {
    await loadMissing();
    await button(seller, "Offer a perfume").click(SOON);
  };
  await choose();
  await pressed("offer", button(seller, `Offer ${bottle}`), button(buyer, "Confirm Purchase"), choose);
  await pressed("buy", button(buyer, "Confirm Purchase"), button(seller, "Confirm Payment Received"), loadMissing);
  const arrived = button(buyer, "Confirm Delivery Received");
  await pressed("paid", button(seller, "Confirm Payment Received"), arrived, loadMissing);
  const write = async () => {
    await loadMissing();
    await seller.getByRole("textbox", { name: /Tracking number/ }).fill("eh123456789my", SOON);
  };
  await write();
  await pressed("ship", button(seller, "Save the shipment"), buyer.getByText("EH123456789MY").first(), write);
  await pressed("delivered", arrived, button(buyer, "Submit Review"), loadMissing);
  await reviewEachOther(buyer, seller, async (page, name) => {
    await expect(async () => {
      await loadMissing();
      if (await button(page, name).isVisible()) await button(page, name).click({ timeout: 1_000 });
      await expect(button(page, name)).toBeHidden({ timeout: 3_000 });
    }).toPass();
  });
  for (const page of [seller, buyer]) {
    await expect(page.getByTestId("thread").getByText("Review submitted")).toBeVisible();
    await expect(page.getByTestId("action-card")).toHaveCount(4);
    await expect(page.getByTestId("action-card").getByText("Loading")).toHaveCount(0);
    const seen = await page.getByTestId("action-card").allInnerTexts();
    await page.reload();
    await expect(async () => {
      const stored = await page.getByTestId("action-card").allInnerTexts();
      expect(stored, "what was shown live is what is stored").toEqual(seen);
    }).toPass();
  }
});

async function opened(browser: Browser, { token }: Person, otherId: number): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript((kept) => localStorage.setItem("app_token", kept), token);
  await page.goto(`/messages?with=${otherId}`);
  await expect(page.getByTestId("message-input")).toBeVisible();
  return page;
}

async function pressed(step: string, button: Locator, follows: Locator, again?: () => Promise<void>): Promise<void> {
  await expect(button).toBeEnabled();
  writeFileSync(join(folder, step), "");
  let isFirst = true;
  await expect(async () => {
    if (!isFirst && !(await follows.isVisible())) await again?.().catch(() => undefined);
    isFirst = false;
    if ((await button.isVisible()) && (await button.isEnabled())) await button.click({ timeout: 1_000 });
    await expect(follows).toBeVisible({ timeout: 3_000 });
  }).toPass();
}
