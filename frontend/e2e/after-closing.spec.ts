import { anAuctionThatEndsIn, canLetTimePass, letTheTimeToPayPass } from "./support/auctions";
import { signedIn } from "./support/people";
import { expect, type Page, test } from "./support/test";

const SECONDS = 18;
const PHONE = { viewport: { width: 390, height: 844 } };

test("AUC-10, beyond 6.1: an unsold lot is shown as such and listed again; an unpaid one is a strike, and the next bidder buys it", async ({
  browser,
}) => {
  const [seller, winner, second] = await Promise.all([
    signedIn(browser, "seller"),
    signedIn(browser, "winner", PHONE),
    signedIn(browser, "second", PHONE),
  ]);
  const auction = await anAuctionThatEndsIn(seller, SECONDS, { reservePrice: 5000 });
  const sold = await anAuctionThatEndsIn(seller, SECONDS);
  await bidIn(second, auction);
  await bidIn(second, sold);
  await bidIn(winner, sold);

  await test.step("the seller sees that the reserve was not met, and lists it again", async () => {
    await expect(seller.getByRole("button", { name: /^Notifications, [2-9] unread$/ })).toBeVisible();
    await seller.getByRole("button", { name: /^Notifications/ }).click();
    await seller.getByRole("link", { name: /Reserve price not met/ }).click();
    await expect(seller).toHaveURL(new RegExp(`${auction}$`));
    await expect(seller.getByRole("region", { name: "It was not sold" })).toBeVisible();
    await seller.getByRole("link", { name: "List it again" }).click();
    await expect(seller.getByLabel("Starting price")).toHaveValue("100");
    await seller.getByRole("button", { name: "Continue" }).click();
    await seller.getByRole("button", { name: "Publish auction" }).click();
    await expect(seller).toHaveURL(/\/sell\/listed\/\d+$/);
  });

  await test.step("the winner sees what to pay, and the seller who it is", async () => {
    await expect(winner.getByText("You won.")).toBeVisible();
    await expect(winner.getByRole("region", { name: /^Pay RM\s110\.00$/ })).toBeVisible();
    await seller.goto(sold);
    await expect(seller.getByRole("region", { name: /^Sold to winner_\w+ for RM\s110\.00$/ })).toBeVisible();
    await expect(seller.getByRole("button", { name: "Payment received" })).toBeVisible();
    await expect(seller.getByRole("button", { name: "Not paid" })).toHaveCount(0);
  });

  test.skip(!canLetTimePass, "this shop's two days take two days");
  letTheTimeToPayPass(sold);

  await test.step("who did not pay is notified of the strike", async () => {
    await seller.reload();
    await seller.getByRole("button", { name: "Not paid" }).click();
    await seller.getByRole("dialog").getByRole("button", { name: "It was not paid" }).click();
    await expect(winner.getByRole("region", { name: "Not paid in time" })).toContainText("This counts as a strike.");
  });

  await test.step("the next bidder is offered the lot at their own bid, and takes it", async () => {
    await seller.getByRole("button", { name: /^Offer it for RM\s105\.00$/ }).click();
    const chance = second.getByRole("region", { name: "A second chance for you" });
    await expect(chance).toBeVisible();
    await chance.getByRole("button", { name: /^Take it for RM\s105\.00$/ }).click();
    await expect(second.getByRole("region", { name: /^Pay RM\s105\.00$/ })).toBeVisible();
    await expect(seller.getByRole("region", { name: /^Sold to second_\w+ for RM\s105\.00$/ })).toBeVisible();
    await seller.getByRole("button", { name: "Payment received" }).click();
    await expect(seller.getByText("You have confirmed the payment.")).toBeVisible();
    await second.reload();
    await expect(second.getByRole("region", { name: "Paid" })).toBeVisible();
  });
});

async function bidIn(page: Page, room: string): Promise<void> {
  await page.goto(room);
  await page.getByTestId("place-bid").click();
  await expect(page.getByText("You are the highest bidder.")).toBeVisible();
}
