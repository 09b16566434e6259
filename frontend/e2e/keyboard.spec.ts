import { newName, PASSWORD, tabTo } from "./support/people";
import { boostShop } from "./support/pretend-boost";
import { anAuction, aProduct, aUser, pretend } from "./support/pretend-shop";
import { expect, type Locator, type Page, test } from "./support/test";

test("an account is opened by keyboard alone", async ({ page }) => {
  await pretend(page, { replies: {} });
  await page.route("**/auth/register", (route) => route.fulfill({ status: 201, json: { message: "", user: {} } }));
  await page.goto("/register");
  await tabTo(page, page.getByRole("tab", { name: "Register" }));
  const name = newName("keys");
  for (const text of ["Nurul", "Aisyah", `${name}@wangi.example`, name]) await typeInNext(page, text);
  await typeInNext(page, PASSWORD);
  await page.keyboard.press("Tab");
  await typeInNext(page, PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please check your email for a verification link.")).toBeVisible();
});

test("a bid is placed by keyboard alone, and the skip link leads past the header", async ({ page }) => {
  const bid = { message: "Your bid was accepted." };
  const replies = { placeBid: () => ({ type: "bidAccepted", ...bid }) };
  await pretend(page, { user: aUser(), auction: anAuction(), replies });
  await page.goto("/auctions/422");
  await expect(page.getByTestId("connection-state")).toHaveText("Connected");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByTestId("bid-amount"));
  await page.keyboard.type("900");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bid Accepted").first()).toBeVisible();
  await page.keyboard.press("F8");
  await tabTo(page, page.getByRole("listitem").filter({ hasText: "Bid Accepted" }).getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Bid Accepted" })).toHaveCount(0);
});

test("the skip link leads to the amount, and the focus stays on the button while a bid is on its way", async ({
  page,
}) => {
  let answer: (reply: unknown) => void = () => undefined;
  const replies = { placeBid: () => new Promise((resolve) => (answer = resolve)) };
  await pretend(page, { user: aUser(), auction: anAuction(), replies });
  await page.goto("/auctions/422");
  await expect(page.getByTestId("connection-state")).toHaveText("Connected");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to bidding" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("bid-amount")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("place-bid")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByTestId("place-bid")).toBeFocused();
  answer({ type: "bidAccepted", message: "Your bid was accepted." });
  await expect(page.getByText("Bid Accepted").first()).toBeVisible();
  await expect(page.getByTestId("place-bid")).toBeFocused();
});

test("a tab shows its ring to the keyboard and none to a mouse", async ({ page }) => {
  await pretend(page, { user: aUser(), auction: anAuction(), replies: {} });
  await page.goto("/auctions/422");
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("Product Details").click();
  await expect(tab("Product Details")).toBeFocused();
  await expect(tab("Product Details")).toHaveCSS("outline-style", "none");
  await page.keyboard.press("ArrowLeft");
  await expect(tab("Bid History")).toHaveCSS("outline-style", "solid");
});

test("HDR-02, CAT-10: a bottle is found, opened and kept by keyboard alone", async ({ page }) => {
  const products = [aProduct({ id: 1 }), aProduct({ id: 2, name: "Iris Telegram", brand: "Corvane" })];
  await pretend(page, {
    user: aUser(),
    products,
    answers: { "POST /api/favorites/2": { success: true, favourites: 1 } },
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "My Account" })).toBeVisible();
  await tabTo(page, page.getByRole("combobox", { name: "Search perfumes" }));
  await page.keyboard.type("iris");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/products\?search=iris$/);
  const bottle = page.getByTestId("product-card").getByRole("link", { name: "Iris Telegram", exact: true });
  await expect(bottle).toBeVisible();
  await tabTo(page, bottle);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Iris Telegram" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Watch", exact: true }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: /^Watching/ })).toBeFocused();
});

test("a boost is chosen, ordered and left for its payment by keyboard alone", async ({ page }) => {
  const paymentUrl = "/payment-page";
  await pretend(page, boostShop({ "POST /api/boost/create-order": { orderId: "9", paymentUrl, message: null } }));
  await page.goto("/boost-checkout");
  const press = async (target: Locator, key = "Enter") => {
    await expect(target).toBeVisible();
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  await press(page.getByRole("tab", { name: "Standard Boost" }), "ArrowRight");
  await press(page.getByRole("link", { name: "Select Package: Premium 1", exact: true }));
  await press(page.getByRole("checkbox", { name: /First Light/ }), "Space");
  await expect(page.getByText("1 of 1 selected")).toBeVisible();
  await press(page.getByRole("button", { name: "Continue" }));
  await press(page.getByRole("checkbox", { name: /^Use wallet credit/ }), "Space");
  await press(page.getByRole("button", { name: "Proceed to Payment" }));
  await expect(page).toHaveURL(/\/payment-page$/);
});

test("money of the wallet is paid out by keyboard alone", async ({ page }) => {
  const account = { bankCode: "MBBEMYKL", bankName: "Maybank", lastFour: "5678", holderName: "Farid", usableFrom: AGO };
  const payout = { id: 3, dealId: null, amount: 4850, bankName: "Maybank", lastFour: "5678", createdAt: AGO };
  await pretend(
    page,
    boostShop({
      "GET /api/boost/payout-account": account,
      "GET /api/boost/payouts": { payouts: [], next: null },
      "POST /api/boost/payouts": { ...payout, sendAt: AGO, endedAt: null, status: "sending" },
    }),
  );
  await page.goto("/profile?tab=wallet");
  const open = page.getByRole("button", { name: "Pay out" });
  await expect(open).toBeVisible();
  await tabTo(page, open);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pay out" });
  await expect(dialog.getByLabel("Amount")).toHaveValue("48.50");
  await tabTo(page, dialog.getByLabel("Amount"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Payout begun").first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

const AGO = "2026-01-01T00:00:00Z";

async function typeInNext(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Tab");
  await page.keyboard.type(text);
}
