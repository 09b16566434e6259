import { listAuction, newName, register, signIn } from "./support/people";
import { expect, type Page, test } from "./support/test";

test("an outbid buyer on another page gets a notice that leads back to the auction", async ({ browser }) => {
  const [seller, buyer, rival] = await Promise.all([1, 2, 3].map(async () => (await browser.newContext()).newPage()));
  if (!seller || !buyer || !rival) throw new Error("three browsers are needed");
  const sellerName = newName("seller");
  await register(seller, sellerName);
  await signIn(seller, sellerName);
  const room = await listAuction(seller, "Iris Telegram");
  await bidIn(buyer, room);
  await buyer.goto("/profile?tab=settings");
  await buyer.evaluate(() => Object.assign(window, { loadedOnce: 1 }));
  await expect(buyer.getByRole("switch", { name: "You are outbid: in the app" })).toBeChecked();
  await bidIn(rival, room);

  const bell = buyer.getByRole("button", { name: "Notifications, 1 unread" });
  await expect(bell).toBeVisible();
  await expect(buyer.getByText("New notification, 1 unread")).toHaveRole("status");
  await bell.click();
  const notice = buyer.getByRole("link", { name: /You have been outbid/ });
  await expect(notice).toContainText(/Somebody else leads on Iris Telegram, at RM\s110\.00\./);
  await notice.click();
  await expect(buyer).toHaveURL(new RegExp(`${room}$`));
  await expect(buyer.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  expect(await buyer.evaluate(() => (window as { loadedOnce?: number }).loadedOnce)).toBe(1);
});

async function bidIn(page: Page, room: string): Promise<void> {
  const name = newName("buyer");
  await register(page, name);
  await signIn(page, name);
  await page.goto(room);
  await page.getByTestId("place-bid").click();
  await expect(page.getByText("You are the highest bidder.")).toBeVisible();
}
