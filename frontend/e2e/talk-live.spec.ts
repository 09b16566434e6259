import { anAuctionThatEndsIn } from "./support/auctions";
import { signedIn } from "./support/people";
import { expect, type Page, test } from "./support/test";

test("MSG-07: both see the other one active and the bids on the lot, without a reload; one who hides it is not seen", async ({
  browser,
}) => {
  const viewport = { width: 1440, height: 900 };
  const [seller, buyer] = await Promise.all([
    signedIn(browser, "siti", { viewport }),
    signedIn(browser, "amir", { viewport }),
  ]);
  const room = await anAuctionThatEndsIn(seller, 3600);
  await buyer.goto(room);
  await buyer.getByRole("button", { name: "Contact Seller" }).filter({ visible: true }).first().click();
  await write(buyer, "Does it come with its box?");
  await expect(buyer.getByTestId("tick-sent")).toBeVisible();
  await seller.goto("/messages");
  await seller.getByTestId("conversation-row").click();
  await buyer.getByRole("link", { name: "Open in Messages" }).click();
  await expect(seller.getByTestId("presence"), "one message of a stranger shows nothing").toHaveCount(0);

  await write(seller, "It does.");
  await expect(buyer.getByTestId("thread").getByText("It does.")).toBeVisible();
  for (const page of [buyer, seller]) {
    await page.reload();
    await page.getByTestId("conversation-row").click();
  }
  await buyer.reload();
  for (const page of [seller, buyer]) await expect(page.getByTestId("presence")).toHaveText("Active now");

  const price = seller.getByTestId("auction-now").filter({ visible: true });
  await expect(price).toContainText("100");
  await bid(buyer, room, 115);
  await expect(price).toContainText("1 bid");
  await expect(price).toContainText("Current Bid");

  await buyer.getByRole("button", { name: "Conversation options" }).click();
  await buyer.getByRole("menuitem", { name: "Hide when I am active" }).click();
  await expect(buyer.getByTestId("presence"), "who hides it does not see it either").toHaveCount(0);
  await seller.reload();
  await expect(seller.getByTestId("thread").getByText("It does.")).toBeVisible();
  await expect(seller.getByTestId("presence")).toHaveCount(0);
});

async function write(page: Page, words: string): Promise<void> {
  await page.getByTestId("message-input").fill(words);
  await page.getByTestId("message-input").press("Enter");
  await expect(page.getByTestId("message-input")).toHaveValue("");
}

async function bid(page: Page, room: string, amount: number): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("app_token"));
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.post(`/api${room}/bids`, { data: { amount }, headers });
  expect(answer.status(), await answer.text()).toBe(201);
}
