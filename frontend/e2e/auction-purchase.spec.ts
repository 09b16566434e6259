/** A lot and its conversation: the winner finds the card there, and what the seller says at one place shows at the other. */
import { anAuctionThatEndsIn } from "./support/auctions";
import { signedIn } from "./support/people";
import { reviewEachOther } from "./support/reviewing";
import { expect, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const PHONE = { viewport: { width: 390, height: 844 } };
const PATIENCE = { timeout: 40_000 };

test("U20, C21: the winner confirms in the chat, the seller at the auction, and both review; and Buy Now is confirmed in the chat", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [seller, winner] = await Promise.all([signedIn(browser, "seller"), signedIn(browser, "winner", PHONE)]);
  const room = await anAuctionThatEndsIn(seller, 14);
  await winner.goto(room);
  await winner.getByTestId("place-bid").click();
  await expect(winner.getByText("You are the highest bidder.")).toBeVisible();

  await test.step("the panel after the end leads to the card", async () => {
    await winner.getByRole("link", { name: "Open conversation" }).click(PATIENCE);
    const card = winner.getByTestId("action-card");
    await expect(card).toContainText("Pay by", PATIENCE);
    expect(await wrongWith(winner)).toEqual([]);
    await card.getByRole("button", { name: "Confirm Purchase" }).click();
    await expect(winner.getByText("Waiting for seller to confirm payment receipt...")).toBeVisible(PATIENCE);
  });

  await test.step("paid at the auction's page is paid in the chat, without asking", async () => {
    await seller.goto(room);
    await seller.getByRole("button", { name: "Payment received" }).click(PATIENCE);
    await expect(winner.getByRole("button", { name: "Confirm Delivery Received" })).toBeVisible(PATIENCE);
    await seller.getByRole("link", { name: "Open conversation" }).click();
    await expect(seller.getByText("Payment received - Transaction complete")).toBeVisible(PATIENCE);
  });

  await test.step("the parcel comes, and both review", async () => {
    await winner.getByRole("button", { name: "Confirm Delivery Received" }).click();
    await expect(winner.getByRole("button", { name: "Submit Review" })).toBeVisible(PATIENCE);
    await reviewEachOther(winner, seller);
  });

  await test.step("the seller offers what is in an auction for its Buy Now price", async () => {
    const atOnce = await anAuctionThatEndsIn(seller, 3600, { buyNowPrice: 300 });
    await seller.reload();
    await seller.getByRole("button", { name: "Offer a perfume" }).click();
    await seller.getByRole("button", { name: "Offer Smoke Vesper" }).click();
    await winner.getByRole("button", { name: "Confirm Purchase" }).click(PATIENCE);
    await expect(seller.getByRole("button", { name: "Confirm Payment Received" })).toBeVisible(PATIENCE);
    await winner.goto(atOnce);
    await expect(winner.getByRole("region", { name: /^Pay RM\s300\.00$/ })).toBeVisible(PATIENCE);
    await seller.getByRole("button", { name: "Confirm Payment Received" }).click();
    await winner.reload();
    await expect(winner.getByRole("region", { name: "Paid" })).toBeVisible(PATIENCE);
  });
});
