import { existsSync } from "node:fs";
import { type Browser, expect, type Page, test } from "../support/test";

interface Person {
  id: number;
  token: string;
}

const people: Person[] = JSON.parse(process.env.WANGI_WRITERS ?? "[]");
const enough = process.env.WANGI_ENOUGH ?? "";
const PACE_MS = 120;
const SOON = { timeout: 1_000 };

test.skip(people.length === 0, "Run by tests/faults/test_talk.py, which kills the processes.");

test("P-C1, W2: every message stands once on both screens, in one order, whatever was killed", async ({ browser }) => {
  const [ana, ben] = people as [Person, Person];
  const pages = await Promise.all([opened(browser, ana, ben.id), opened(browser, ben, ana.id)]);
  const sent = await Promise.all([written(pages[0], "ana"), written(pages[1], "ben")]);
  await expect(async () => {
    const [first, second] = await Promise.all(pages.map(shown));
    expect(first).toEqual(second);
    expect(first?.toSorted()).toEqual(sent.flat().toSorted());
  }).toPass();
  const screen = await shown(pages[0]);
  for (const own of sent) {
    expect(
      screen.filter((text) => own.includes(text)),
      "each one's words stand as they were written",
    ).toEqual(own);
  }
});

async function opened(browser: Browser, { token }: Person, otherId: number): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript((kept) => localStorage.setItem("app_token", kept), token);
  await page.goto(`/messages?with=${otherId}`);
  await expect(page.getByTestId("message-input")).toBeVisible();
  return page;
}

async function written(page: Page, name: string): Promise<string[]> {
  const sentTexts: string[] = [];
  const field = page.getByTestId("message-input");
  const retry = page.getByRole("button", { name: "Retry" });
  while (!existsSync(enough)) {
    const text = `${name} ${sentTexts.length + 1}`;
    await expect(async () => {
      if (await retry.isVisible()) await retry.click(SOON);
      await field.fill(text, SOON);
    }).toPass();
    await expect(async () => {
      await field.press("Enter", SOON);
      await expect(field).toHaveValue("", SOON);
    }).toPass();
    sentTexts.push(text);
    await page.waitForTimeout(PACE_MS);
  }
  return sentTexts;
}

async function shown(page: Page): Promise<string[]> {
  const rows = await page.getByTestId("message").allInnerTexts();
  return rows.map((row) => /\b(?:ana|ben) \d+\b/.exec(row)?.[0] ?? row);
}
