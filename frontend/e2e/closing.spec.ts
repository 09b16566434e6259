import { anAuctionThatEndsIn } from "./support/auctions";
import { signedIn } from "./support/people";
import { spokenOn } from "./support/spoken";
import { expect, type Page, test } from "./support/test";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const SECONDS = 26;

test("AUC-02, AUC-06, AUC-47: two phones snipe, all browsers see the end move, one wins and one has lost", async ({
  browser,
}) => {
  const [desktop, phone, keys] = await Promise.all([
    signedIn(browser, "seller", DESKTOP),
    signedIn(browser, "thumb", PHONE),
    signedIn(browser, "keys", { viewport: PHONE.viewport }),
  ]);
  const pages = [desktop, phone, keys];
  const room = await anAuctionThatEndsIn(desktop, SECONDS);
  await Promise.all(
    pages.map(async (page) => {
      await page.goto(room);
      await expect(page.getByTestId("connection-state")).toHaveText("Connected");
    }),
  );
  await expect(desktop.getByTestId("watchers")).toHaveText("3 watching");

  await phone.getByTestId("place-bid").tap();
  await expect(phone.getByText("You are the highest bidder.")).toBeVisible();
  await bidByKeyboard(keys);
  await expect(keys.getByText("You are the highest bidder.")).toBeVisible();
  await expect(phone.getByRole("alert").filter({ hasText: "You have been outbid." })).toBeVisible();
  expect((await spokenOn(phone)).filter((spoken) => spoken.includes("You have been outbid."))[0]).toMatch(
    /^assertive: /,
  );

  await expect.poll(async () => (await spokenOn(phone)).join()).toContain("10 seconds left");
  await secondsLeft(phone, 7);
  const seenToMove = pages.map((page) => expect(page.getByText(/^Extended by/)).toBeVisible());
  await phone.getByTestId("place-bid").tap();
  await phone.getByRole("button", { name: /^Yes, bid RM/ }).tap();
  await Promise.all(seenToMove);
  await expect(phone.getByText("You are the highest bidder.")).toBeVisible();
  for (const page of pages) {
    await expect.poll(async () => await spokenOn(page)).toContain("polite: The end was extended");
  }
  await expect(keys.getByRole("alert").filter({ hasText: "You have been outbid." })).toBeVisible();

  for (const page of pages) {
    await expect(page.getByTestId("countdown")).toHaveText("Auction Ended");
  }
  await expect(phone.getByText("You won.")).toBeVisible();
  await expect(keys.getByText("This auction has ended. It went to another bidder.")).toBeVisible();
  await expect(keys.getByTestId("place-bid")).toHaveCount(0);
  const prices = await Promise.all(pages.map((page) => page.getByTestId("current-bid").textContent()));
  expect(new Set(prices).size).toBe(1);
  for (const page of pages) {
    const spoken = await spokenOn(page);
    expect(spoken.filter((words) => /\bleft\b/.test(words)).every((words) => / seconds left$/.test(words))).toBe(true);
    expect(spoken.filter((words) => words.endsWith("10 seconds left")).length).toBeLessThanOrEqual(2);
    expect(spoken.length).toBeLessThan(25);
  }
});

async function bidByKeyboard(page: Page): Promise<void> {
  const field = page.getByTestId("bid-amount");
  for (let presses = 0; presses < 60; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
}

async function secondsLeft(page: Page, atMost: number): Promise<void> {
  await expect
    .poll(async () => Number((await page.getByTestId("countdown").textContent())?.match(/(\d\d)seconds/)?.[1] ?? 99), {
      intervals: [100],
    })
    .toBeLessThanOrEqual(atMost);
}
