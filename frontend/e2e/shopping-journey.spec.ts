import { randomFillSync } from "node:crypto";
import { firstPicture, loaded, openDrawn, places } from "./support/drawn";
import { mailFor } from "./support/mail";
import { newName, register, signIn } from "./support/people";
import { png } from "./support/pictures";
import { type Browser, expect, type Page, test } from "./support/test";

// The one journey with motion on: no animation may come between a person and a button.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const go = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const seesToast = (page: Page, words: string) =>
  expect(page.getByRole("listitem").filter({ hasText: words })).toBeVisible();
const cards = (page: Page) => page.getByRole("main").getByTestId("product-card");

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`${device}: five photographs over a slow line, found by a typo, filtered, shared, watched; the price drop and the new match bring notices`, async ({
    browser,
  }) => {
    const seller = await newUser(browser, "seller", viewport);
    const buyer = await newUser(browser, "buyer", viewport);
    const house = `Rumah ${newName("x").slice(-6)}`;
    const first = await list(seller.page, house, "Serunai Bayu", "520", FIVE);

    await buyer.page.goto(`/products?search=${encodeURIComponent("serunia bayu")}`);
    await expect(buyer.page.getByText("These are the results for “serunai bayu”.")).toBeVisible();
    await expect(cards(buyer.page).first()).toContainText("Serunai Bayu");
    await narrow(buyer.page, device, house);
    await expect(cards(buyer.page)).toHaveCount(1);
    await shared(browser, buyer.page.url());
    await saveSearch(buyer.page);
    await buyer.page.goBack();
    await expect(buyer.page).not.toHaveURL(/brand=/);
    await buyer.page.goForward();
    await cards(buyer.page).getByRole("link", { name: "Serunai Bayu", exact: true }).click();
    await expect(buyer.page).toHaveURL(new RegExp(`/products/${first}$`));
    await expect(buyer.page.getByText("1 / 5")).toBeVisible();
    await buyer.page.getByRole("button", { name: /^Watch/ }).click();
    await expect(buyer.page.getByRole("button", { name: /^Watching/ })).toBeVisible();

    await changePrice(seller.page, "400");
    await list(seller.page, house, "Serunai Bayu Kecil", "90", FIVE.slice(0, 1));
    const drop = await expectNotification(buyer.page, "price");
    await expect(drop).toContainText("400");
    await drop.click();
    await expect(buyer.page).toHaveURL(new RegExp(`/products/${first}$`));
    await expect(buyer.page.getByText("RM 400.00").or(buyer.page.getByText("400")).first()).toBeVisible();
    await expect(await expectNotification(buyer.page, "Kecil")).toBeVisible();
    const mails = await mailFor(buyer.mail, 2);
    expect(mails.join("\n")).toContain("400");
    expect(mails.join("\n")).toContain("Serunai Bayu Kecil");

    await comesDrawn(browser, viewport, `/products/${first}`);
    await putAway(seller.page);
    await buyer.page.goto(`/products/${first}`);
    await expect(buyer.page.getByRole("heading", { level: 1, name: "This listing was removed" })).toBeVisible();
  });
}

async function comesDrawn(browser: Browser, viewport: { width: number; height: number }, path: string) {
  const { page, arrive } = await openDrawn(browser, viewport, path);
  await loaded(firstPicture(page));
  const before = await places(firstPicture(page));
  const address = await firstPicture(page).getAttribute("srcset");
  await arrive();
  await expect(page.getByRole("heading", { level: 1, name: "Serunai Bayu" })).toBeVisible();
  const photograph = page.getByRole("list", { name: /^Photographs/ }).locator("img");
  await expect(photograph.first()).toHaveAttribute("srcset", address ?? "");
  expect(await places(photograph)).toEqual(before);
  await page.context().close();
}

/** Noise, because a picture of one colour is too small for a slow upload. */
const FIVE = ["front", "level", "batch", "box", "dated"].map((name) => {
  const noise = randomFillSync(Buffer.alloc(60 * 1024)).toString("base64");
  const picture = png(`${name}.png`, [120, noise.charCodeAt(0), noise.charCodeAt(1)]);
  return { ...picture, buffer: Buffer.concat([picture.buffer, Buffer.from(noise)]) };
});

async function newUser(browser: Browser, who: string, viewport: { width: number; height: number }) {
  const page = await (await browser.newContext({ viewport })).newPage();
  const name = newName(who);
  await register(page, name);
  await signIn(page, name);
  return { page, mail: `${name}@wangi.example` };
}

async function list(page: Page, house: string, name: string, price: string, photographs: typeof FIVE): Promise<number> {
  await page.goto("/sell?type=fixed");
  await expect(page.getByRole("heading", { level: 2, name: "Photographs" })).toBeVisible();
  const line = await page.context().newCDPSession(page);
  const speed = { offline: false, latency: 150, downloadThroughput: 400 * 1024, uploadThroughput: 60 * 1024 };
  if (photographs.length > 1) {
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", speed);
  }
  await page.getByLabel("Choose photographs").setInputFiles(photographs);
  await expect(page.getByRole("img", { name: /^Photograph \d/ })).toHaveCount(photographs.length);
  await go(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Brand").fill(house);
  await page.getByLabel("Category").selectOption({ label: "Local" });
  await page.getByLabel("Volume").fill("50");
  await page.getByLabel("Purchase year").fill("2023");
  await page.getByRole("slider", { name: "How much is left?" }).press("End");
  await page.getByLabel("Description").fill("Green and milky, kept in a dark drawer.");
  await go(page);
  await page.getByLabel("Price", { exact: true }).fill(price);
  await go(page);
  await page.getByRole("button", { name: "Publish listing" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your bottle is listed" })).toBeVisible();
  await line.detach();
  return Number(new URL(page.url()).pathname.split("/").at(-1));
}

async function narrow(page: Page, device: string, house: string): Promise<void> {
  if (device === "phone") await page.getByRole("button", { name: /^Filters/ }).click();
  const filters = page.getByRole(device === "phone" ? "dialog" : "complementary", { name: "Filters" });
  await filters.getByRole("checkbox", { name: new RegExp(house) }).check();
  await filters.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page).toHaveURL(/brand=/);
}

async function shared(browser: Browser, address: string): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  await expect(cards(page)).toHaveCount(1);
  await page.close();
}

async function saveSearch(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save this search" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Save search" }).click();
  await seesToast(page, "Search saved");
}

async function changePrice(page: Page, price: string): Promise<void> {
  await page.goto("/seller/dashboard");
  await page.getByRole("link", { name: "Edit Serunai Bayu", exact: true }).click();
  await page.getByRole("button", { name: /Price/ }).click();
  await page.getByLabel("Price", { exact: true }).fill(price);
  await page.getByRole("button", { name: "Save Changes" }).first().click();
  await seesToast(page, "Product updated");
}

async function expectNotification(page: Page, words: string) {
  const notice = page
    .getByRole("region", { name: "Notifications", exact: true })
    .getByRole("listitem")
    .filter({ hasText: words })
    .first();
  await expect(async () => {
    await page.reload();
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(notice).toBeVisible({ timeout: 10_000 });
  }).toPass();
  return notice.getByRole("link");
}

async function putAway(page: Page): Promise<void> {
  const products = page.getByRole("region", { name: "Your products" });
  const more = page.getByRole("button", { name: "More for Serunai Bayu", exact: true });
  await page.goto("/seller/dashboard");
  await more.click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await seesToast(page, "Product archived");
  await more.click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await seesToast(page, "Product restored");
  await expect(products).not.toContainText("archived");
  await page.getByRole("button", { name: "Delete Serunai Bayu", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await seesToast(page, "Product deleted");
}
