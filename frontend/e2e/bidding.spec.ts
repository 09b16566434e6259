import { listAuction, newName, register, signIn } from "./support/people";
import { expect, type Page, test } from "./support/test";

test("a seller lists an auction, a buyer in another browser bids, and both see the price move", async ({ browser }) => {
  const seller = await (await browser.newContext()).newPage();
  const sellerName = newName("seller");
  await register(seller, sellerName);
  await signIn(seller, sellerName);
  const room = await listAuction(seller, "Smoke Vesper");
  await expect(seller.getByTestId("connection-state")).toHaveText("Connected");
  await expect(seller.getByTestId("current-bid")).toContainText("100");
  await expect(seller.getByText("You are not allowed to bid on your own listings.")).toBeVisible();

  const buyer = await (await browser.newContext()).newPage();
  const buyerName = newName("buyer");
  await register(buyer, buyerName);
  await buyer.goto(room);
  await buyer.getByRole("complementary", { name: "Auction" }).getByRole("link", { name: "Sign In" }).click();
  await signIn(buyer, buyerName);
  await expect(buyer).toHaveURL(new RegExp(`${room}$`));
  await neverLoadsAgain(seller);
  await neverLoadsAgain(buyer);

  await expect(buyer.getByTestId("minimum-bid")).toContainText("RM 105.00");
  await buyer.getByTestId("bid-amount").fill("110");
  await buyer.getByTestId("place-bid").click();
  await expect(buyer.getByRole("listitem").filter({ hasText: "Bid Accepted" })).toBeVisible();
  for (const page of [buyer, seller]) {
    await expect(page.getByTestId("current-bid")).toContainText("110");
    await expect(page.getByTestId("bid-history-row")).toHaveCount(1);
  }
  await expect(buyer.getByText("You are the highest bidder.")).toBeVisible();
  await expect(buyer.getByTestId("minimum-bid")).toContainText("RM 115.00");
  await expect(seller.getByText("New Bid Placed").first()).toBeVisible();
  expect([await loads(seller), await loads(buyer)]).toEqual([1, 1]);

  await buyer.getByTestId("bid-amount").fill("111");
  await buyer.getByTestId("place-bid").click();
  await expect(buyer.getByText("Your bid must be at least RM 115.00.").first()).toBeVisible();
  await expect(seller.getByTestId("current-bid")).toContainText("110");
});

async function neverLoadsAgain(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { loadedOnce: 1 }));
}

async function loads(page: Page): Promise<number> {
  return page.evaluate(() => Number((window as { loadedOnce?: number }).loadedOnce ?? 0));
}

test("an outbid buyer gets a notice and bids again from it", async ({ browser }) => {
  const [seller, first, second] = await Promise.all([1, 2, 3].map(async () => (await browser.newContext()).newPage()));
  if (!seller || !first || !second) throw new Error("three browsers are needed");
  const sellerName = newName("seller");
  await register(seller, sellerName);
  await signIn(seller, sellerName);
  const room = await listAuction(seller, "Amber Ledger");
  for (const page of [first, second]) {
    const name = newName("buyer");
    await register(page, name);
    await signIn(page, name);
    await page.goto(room);
    await expect(page.getByTestId("connection-state")).toHaveText("Connected");
    await page.getByTestId("place-bid").click();
    await expect(page.getByText("You are the highest bidder.")).toBeVisible();
  }
  await expect(first.getByRole("alert").filter({ hasText: "You have been outbid." })).toBeVisible();
  await first.getByRole("button", { name: /^Bid RM\s115$/ }).click();
  await first.getByRole("button", { name: /^Yes, bid RM\s115$/ }).click();
  await expect(first.getByText("You are the highest bidder.")).toBeVisible();
  await expect(second.getByRole("alert").filter({ hasText: "You have been outbid." })).toBeVisible();
  await expect(seller.getByTestId("bid-history-row")).toHaveCount(3);

  // A raised maximum is in no frame. The tab that raised it informs the person's other tabs.
  const other = await first.context().newPage();
  await other.goto(room);
  await expect(other.getByText("You are the highest bidder.")).toBeVisible();
  await expect(other.getByTestId("connection-state")).toHaveText("Connected");
  await first.getByRole("button", { name: "Set a maximum and let us bid for you" }).click();
  await first.getByLabel("Your maximum in ringgit").fill("180");
  await first.getByTestId("place-bid").click();
  for (const tab of [first, other]) await expect(tab.getByText(/Your maximum is RM\s180/)).toBeVisible();
});
