import { goOffline, goOnline } from "./support/network";
import { listBottle, newName, signedIn } from "./support/people";
import { reviewEachOther } from "./support/reviewing";
import { expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`${device}: asks, is offered the bottle, buys it, gets it, and both review each other; each step is seen at once and after a reload`, async ({
    browser,
  }) => {
    const seller = await signedIn(browser, "siti", { viewport });
    const buyer = await signedIn(browser, "amir", { viewport });
    const bottle = newName("Serunai");
    const id = await listBottle(seller, { name: bottle });
    await buyer.goto(`/products/${id}`);
    await buyer.getByRole("button", { name: "Contact Seller" }).filter({ visible: true }).first().click();
    await expect(buyer.getByRole("dialog")).toBeVisible();
    await write(buyer, "Is it still available?");
    await expect(buyer.getByTestId("tick-sent")).toBeVisible();
    await expect(buyer).toHaveURL(new RegExp(`/products/${id}$`));
    await nothingForAxe(buyer);

    await seller.goto("/messages");
    await expect(seller.getByTestId("conversation-row")).toContainText("Is it still available?");
    await seller.getByTestId("conversation-row").click();
    await expect(buyer.getByTestId("tick-read")).toBeVisible();
    await buyer.getByRole("link", { name: "Open in Messages" }).click();
    await expect(buyer).toHaveURL(/\/messages$/);
    await expect(buyer.getByTestId("tick-read")).toBeVisible();

    await goOffline(buyer);
    await write(buyer, "I would come to Bangsar for it.");
    await expect(buyer.getByRole("img", { name: "Waiting to be sent" })).toBeVisible();
    await write(seller, "Yes, it is.");
    await goOnline(buyer);
    await expect(thread(buyer).getByText("Yes, it is.")).toBeVisible();
    await expect(thread(seller).getByText("I would come to Bangsar for it.")).toHaveCount(1);

    await seller.getByRole("button", { name: "Offer a perfume" }).click();
    await seller.getByRole("button", { name: `Offer ${bottle}` }).click();
    await press(buyer, "Confirm Purchase", seller, "Confirm Payment Received");
    await press(seller, "Confirm Payment Received", buyer, "Confirm Delivery Received");
    await seller.getByRole("textbox", { name: /Tracking number/ }).fill("eh123456789my");
    await seller.getByRole("button", { name: "Save the shipment" }).click();
    for (const page of [seller, buyer]) {
      await expect(page.getByText("EH123456789MY").first()).toBeVisible();
      await page.reload();
      await expect(page.getByText("EH123456789MY").first()).toBeVisible();
    }
    await press(buyer, "Confirm Delivery Received", buyer, "Submit Review");
    await buyer.getByRole("combobox", { name: "Rating" }).selectOption("4.5");
    await reviewEachOther(buyer, seller);
    for (const page of [buyer, seller]) {
      await expect(thread(page).getByText("Review submitted")).toBeVisible();
      await expect(page.getByTestId("action-card")).toHaveCount(4);
    }

    await buyer.goto("/profile?tab=orders");
    await expect(buyer.getByTestId("order-row")).toContainText(bottle);
    await expect(buyer.getByTestId("order-row")).toContainText("delivered");
    await buyer.goto(`/products/${id}`);
    await expect(buyer.getByRole("button", { name: "Buy Now" })).toHaveCount(0);
    await nothingForAxe(seller);
  });
}

const thread = (page: Page) => page.getByTestId("thread");

async function write(page: Page, words: string): Promise<void> {
  await page.getByTestId("message-input").fill(words);
  await page.getByTestId("message-input").press("Enter");
  await expect(page.getByTestId("message-input")).toHaveValue("");
}

async function press(actor: Page, button: string, next: Page, follows: string): Promise<void> {
  await actor.getByRole("button", { name: button }).click();
  await expect(next.getByRole("button", { name: follows })).toBeVisible();
  await next.reload();
  await expect(next.getByRole("button", { name: follows })).toBeVisible();
}

async function nothingForAxe(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await wrongWith(page), colorScheme).toEqual([]);
  }
}
