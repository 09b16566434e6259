import { anAuctionThatEndsIn } from "./support/auctions";
import { goOffline, goOnline } from "./support/network";
import { signedIn } from "./support/people";
import { reviewEachOther } from "./support/reviewing";
import { expect, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const PHONE = { viewport: { width: 390, height: 844 } };

test("U20, C21: the winner confirms in the chat, the seller at the auction, and both review; and Buy Now is confirmed in the chat", async ({
  browser,
}) => {
  const [seller, winner] = await Promise.all([signedIn(browser, "seller"), signedIn(browser, "winner", PHONE)]);
  const room = await anAuctionThatEndsIn(seller, 14);
  await winner.goto(room);
  await winner.getByTestId("place-bid").click();
  await expect(winner.getByText("You are the highest bidder.")).toBeVisible();

  await test.step("the panel after the end leads to the card", async () => {
    await winner.getByRole("link", { name: "Open conversation" }).click();
    const card = winner.getByTestId("action-card");
    await expect(card).toContainText("Pay by");
    expect(await wrongWith(winner)).toEqual([]);
    await card.getByRole("button", { name: "Confirm Purchase" }).click();
    const pays = winner.getByRole("link", { name: "Pay protected by Wangi" });
    await expect(pays.first()).toBeVisible();
    await winner.reload();
    await expect(pays.first()).toBeVisible();
  });

  await test.step("paid at the auction's page is paid in the chat, also of a winner without a line", async () => {
    await seller.goto(room);
    await goOffline(winner);
    await seller.getByRole("button", { name: "Payment received" }).click();
    await expect(seller.getByText("You have confirmed the payment.")).toBeVisible();
    await seller.getByRole("link", { name: "Open conversation" }).click();
    const paid = seller.getByText("Payment received - Transaction complete");
    await expect(paid).toBeVisible();
    await goOnline(winner);
    const came = winner.getByRole("button", { name: "Confirm Delivery Received" });
    await expect(came).toBeVisible();
    await Promise.all([seller.reload(), winner.reload()]);
    await expect(paid).toBeVisible();
    await expect(came).toBeVisible();
  });

  await test.step("the parcel comes, and both review", async () => {
    await winner.getByRole("button", { name: "Confirm Delivery Received" }).click();
    const review = winner.getByRole("button", { name: "Submit Review" });
    await expect(review).toBeVisible();
    await winner.reload();
    await expect(review).toBeVisible();
    await reviewEachOther(winner, seller);
  });

  await test.step("the seller offers what is in an auction for its Buy Now price", async () => {
    const atOnce = await anAuctionThatEndsIn(seller, 3600, { buyNowPrice: 300 });
    await seller.reload();
    await seller.getByRole("button", { name: "Offer a perfume" }).click();
    await seller.getByRole("button", { name: "Offer Smoke Vesper" }).click();
    await winner.getByRole("button", { name: "Confirm Purchase" }).click();
    await expect(seller.getByRole("button", { name: "Confirm Payment Received" })).toBeVisible();
    await winner.goto(atOnce);
    await expect(winner.getByRole("region", { name: /^Pay RM\s300\.00$/ })).toBeVisible();
    await seller.getByRole("button", { name: "Confirm Payment Received" }).click();
    await winner.reload();
    await expect(winner.getByRole("region", { name: "Paid" })).toBeVisible();
  });
});
