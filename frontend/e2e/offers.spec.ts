import { goOffline, goOnline } from "./support/network";
import { listBottle, newName, signedIn, tabTo } from "./support/people";
import { reviewEachOther } from "./support/reviewing";
import { expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const PHONE = { viewport: { width: 390, height: 844 } };

test("beyond 4: by keyboard alone a buyer offers, gets another price after a while without a line, takes it, gets the bottle, and both review; each step is seen at once and after a reload", async ({
  browser,
}) => {
  const [seller, buyer] = await Promise.all([signedIn(browser, "seller"), signedIn(browser, "buyer", PHONE)]);
  const name = newName("Serunai");
  const id = await listBottle(seller, { name, listingType: "negotiable", price: 640 });

  await buyer.goto(`/products/${id}`);
  await pressByKeyboard(buyer, "Make an Offer");
  await namePrice(buyer, "500");
  await expect(buyer).toHaveURL(/\/messages/);
  await seesOffer(buyer, "500", "Waiting for an answer");

  await seller.goto("/messages");
  await pressByKeyboard(seller, name, "conversation-row");
  await seesOffer(seller, "500", "Accept");
  expect(await wrongWith(seller)).toEqual([]);
  await goOffline(buyer);
  await pressByKeyboard(seller, "Counter offer");
  await namePrice(seller, "600");
  await seesOffer(seller, "600", "Waiting for an answer");
  await goOnline(buyer);
  await expect(buyer.getByTestId("offer-card").last()).toContainText("600");
  await seesOffer(buyer, "600", "Accept");

  await pressByKeyboard(buyer, "Accept");
  await expect(seller.getByRole("button", { name: "Confirm Payment Received" })).toBeVisible();
  for (const page of [seller, buyer]) {
    await page.reload();
    await expect(page.getByTestId("action-card").filter({ hasText: "600" }).first()).toBeVisible();
  }

  await pressByKeyboard(seller, "Confirm Payment Received");
  const number = seller.getByRole("textbox", { name: /Tracking number/ });
  await expect(number).toBeVisible();
  await tabTo(seller, number);
  await seller.keyboard.type("EH123456789MY");
  await seller.keyboard.press("Enter");
  for (const page of [seller, buyer]) {
    await expect(page.getByText("EH123456789MY").first()).toBeVisible();
    await page.reload();
    await expect(page.getByText("EH123456789MY").first()).toBeVisible();
  }
  await pressByKeyboard(buyer, "Confirm Delivery Received");
  const stars = buyer.getByRole("combobox", { name: "Rating" });
  await expect(stars).toBeVisible();
  await tabTo(buyer, stars);
  await buyer.keyboard.press("ArrowDown");
  await expect(stars).toHaveValue("4.5");
  await reviewEachOther(buyer, seller, pressByKeyboard);
  await expect(seller.getByText("4.5 of 5").first()).toBeVisible();
  await buyer.goto("/profile?tab=orders");
  await expect(buyer.getByTestId("order-row")).toContainText("600");
});

async function namePrice(page: Page, price: string): Promise<void> {
  await tabTo(page, page.getByTestId("offer-amount"));
  await page.keyboard.type(price);
  await page.keyboard.press("Enter");
}

async function seesOffer(page: Page, price: string, words: string): Promise<void> {
  const offer = page.getByTestId("offer-card").last();
  await expect(offer).toContainText(price);
  await expect(offer).toContainText(words);
  await page.reload();
  await expect(offer).toContainText(price);
  await expect(offer).toContainText(words);
}

async function pressByKeyboard(page: Page, name: string, testId?: string): Promise<void> {
  const locator = testId ? page.getByTestId(testId).filter({ hasText: name }) : page.getByRole("button", { name });
  const target = locator.first();
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
