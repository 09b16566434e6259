import { demoMember, type Member, newMember } from "./support/members";
import { newName } from "./support/people";
import { png } from "./support/pictures";
import { type Browser, expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
} as const;
type Look = (typeof SIZES)[keyof typeof SIZES];

for (const [device, look] of Object.entries(SIZES)) {
  test(`${device}: pays safely, looks at the parcel and accepts it; only then the seller has the money`, async ({
    browser,
  }) => {
    const { seller, buyer, deal } = await purchase(browser, look);
    await buyer.page.goto(`/messages?with=${seller.id}`);
    await buyer.page.getByRole("link", { name: "Pay protected by Wangi" }).click();
    await isAt(buyer.page, "awaiting_funds");
    await buyer.page.getByTestId("pay-deal").click();
    await buyer.page.getByRole("button", { name: "Successful payment" }).click();
    await isAt(buyer.page, "held");
    await expect(buyer.page).toHaveURL(new RegExp(`/orders/${deal}$`));
    await expect(buyer.page.getByText("Your payment has come, and is held.")).toBeVisible();

    await ship(seller, deal);
    await shows(buyer, deal, "shipped");
    await buyer.page.getByRole("button", { name: "The parcel is here" }).click();
    await isAt(buyer.page, "inspection");
    expect(await wrongWith(buyer.page)).toEqual([]);
    expect(await balance(seller)).toBe(0);
    await buyer.page.getByRole("button", { name: "Accept the bottle" }).click();
    await buyer.page.getByRole("button", { name: "Accept and pay the seller" }).click();
    await isAt(buyer.page, "released");
    expect(await balance(seller)).toBe(15_000);
    await expect(buyer.page.getByText("delivered", { exact: true }).first()).toBeVisible();
  });

  test(`${device}: what is wrong is shown by photograph, staff decides for the buyer, another one upholds that on appeal, and all of the money comes back`, ({
    browser,
  }) => dispute(browser, look));
}

async function dispute(browser: Browser, device: Look): Promise<void> {
  const { seller, buyer, deal } = await purchase(browser, device);
  const { paymentUrl } = await buyer.does<{ paymentUrl: string }>("POST", `/api/boost/deals/${deal}/pay`);
  await buyer.page.request.post(paymentUrl, { form: { action: "success", bank: "MB2U0227" }, maxRedirects: 0 });
  await ship(seller, deal);
  await shows(buyer, deal, "shipped");
  await buyer.page.getByRole("button", { name: "Something is wrong with it" }).click();
  const dialog = buyer.page.getByRole("dialog");
  await dialog.getByLabel("What is it?").selectOption("The bottle may be counterfeit");
  await dialog.getByLabel("What happened?").fill("The cap is light, and the batch code is printed.");
  await dialog.getByRole("button", { name: "Open a dispute" }).click();
  await isAt(buyer.page, "disputed");
  await buyer.page.getByTestId("evidence-photograph").setInputFiles([png("cap.png", [120, 60, 20], 200, 200)]);
  await expect(buyer.page.getByAltText("Photograph of the buyer")).toBeVisible();

  const staff = (await demoMember(browser, "demo_admin", SIZES.desktop)).page;
  await staff.goto("/admin/disputes");
  const row = staff.getByRole("link", { name: `Purchase ${deal}`, exact: true });
  await expect(async () => {
    if (!(await row.isVisible())) await staff.getByRole("button", { name: "Show more" }).click({ timeout: 1000 });
    await expect(row).toBeVisible({ timeout: 1000 });
  }).toPass();
  await row.click();
  await expect(staff.getByText("The cap is light, and the batch code is printed.")).toBeVisible();
  await expect(staff.getByAltText("Photograph of the buyer")).toBeVisible();
  await staff.getByRole("button", { name: "Decide" }).click();
  const decision = staff.getByRole("dialog", { name: "How does it end?" });
  await decision.getByLabel("In your own words").fill("The photograph shows another cap.");
  await decision.getByRole("button", { name: "Decide" }).click();
  await expect(staff.getByText("Decided, may be appealed", { exact: true }).first()).toBeVisible();
  expect(await balance(buyer)).toBe(0);

  await shows(seller, deal, "decided");
  await seller.page.getByRole("button", { name: "Appeal the decision" }).click();
  await seller.page.getByLabel("Why this should be looked at again").fill("It is the cap of the listing.");
  await seller.page.getByRole("button", { name: "Send appeal" }).click();
  await isAt(seller.page, "appealed");
  await staff.goto(`/admin/disputes/${deal}`);
  await expect(staff.getByText("You had a part in this decision.", { exact: false })).toBeVisible();
  const other = (await demoMember(browser, "demo_moderator2", SIZES.desktop)).page;
  await other.goto(`/admin/disputes/${deal}`);
  await expect(other.getByText("It is the cap of the listing.")).toBeVisible();
  await other.getByRole("button", { name: "Decide" }).click();
  const again = other.getByRole("dialog", { name: "How does it end?" });
  await again.getByLabel("In your own words").fill("The photograph shows another cap.");
  await again.getByRole("button", { name: "Decide" }).click();
  await expect(other.getByText("Paid back", { exact: true }).first()).toBeVisible();

  await shows(buyer, deal, "refunded");
  await expect(buyer.page.getByText("Another member of staff has decided the same.")).toBeVisible();
  await expect(buyer.page.getByText("The photograph shows another cap.")).toBeVisible();
  expect([await balance(buyer), await balance(seller)]).toEqual([15_450, 0]);
}

async function purchase(browser: Browser, device: Look) {
  const [seller, buyer] = await Promise.all([newMember(browser, "siti"), newMember(browser, "amir", device)]);
  const about = { brand: "Rumah Wangi", description: "Heavy and beautiful.", categoryId: 1, volume: 50, price: 150 };
  const bottle = await seller.does<{ id: number }>("POST", "/api/products", { name: newName("Serunai"), ...about });
  const offer = { receiverId: buyer.id, productId: bottle.id, actionType: "INITIATE" };
  const card = await seller.does<{ id: number; card: { transactionId: number } }>(
    "POST",
    "/api/messages/action",
    offer,
  );
  await buyer.does("POST", "/api/messages/action/confirm", { messageId: card.id });
  const deal = card.card.transactionId;
  await buyer.does("GET", `/api/boost/deals/${deal}`);
  return { seller, buyer, deal };
}

const ship = (seller: Member, deal: number) =>
  seller.does("POST", `/api/transactions/${deal}/ship`, { courier: "poslaju", trackingNumber: "EH123456789MY" });

const balance = async (member: Member) => (await member.does<{ balance: number }>("GET", "/api/boost/wallet")).balance;

async function shows(member: Member, deal: number, state: string): Promise<void> {
  await expect(async () => {
    expect((await member.does<{ state: string }>("GET", `/api/boost/deals/${deal}`)).state).toBe(state);
  }).toPass();
  await member.page.goto(`/orders/${deal}`);
  await isAt(member.page, state);
}

const isAt = (page: Page, state: string) => expect(page.getByTestId("protection")).toHaveAttribute("data-state", state);
