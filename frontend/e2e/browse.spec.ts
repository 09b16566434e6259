import { aProduct, aSeller, aUser, inSeconds, type Product, pretend, type Shop } from "./support/pretend-shop";
import { expect, type Page, test } from "./support/test";
import { overflow, wrongWith } from "./support/wrong";

const HOUSES = ["Atelier Noctell", "Corvane", "Verrane"];
const NAMES = ["Smoke Vesper", "Iris Telegram", "Rose Parlour", "Fig Cloister", "Salt Orchard", "Melati Malam"];
const products: Product[] = Array.from({ length: 60 }, (_, at) =>
  aProduct({
    id: at + 1,
    name: `${NAMES[at % NAMES.length]} ${at + 1}`,
    brand: HOUSES[at % HOUSES.length] ?? "",
    price: 40 + at * 10,
    categoryId: (at % 4) + 1,
    isFeatured: at < 5,
    concentration: "EDP",
    state: "Selangor",
    notes: "bergamot, pear; white tea; musk",
  }),
);
const lot = { id: 422, startingPrice: 100, currentBid: 120, bidCount: 3, bidIncrement: 5, buyNowPrice: null };
products.push(
  aProduct({ id: 90, listingType: "auction", auction: { ...lot, endsAt: inSeconds(4000), status: "active" } }),
  aProduct({ id: 91, listingType: "auction", auction: null }),
  aProduct({ id: 92, status: "sold" }),
);
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const total = (page: Page) => page.getByRole("status").filter({ hasText: /\d bottles?$/ });

for (const [device, viewport] of Object.entries(SIZES)) {
  test.describe(device, () => {
    test.use({ viewport });

    test("CAT-19: a word with a wrong letter finds its bottles and says which word was meant", async ({ page }) => {
      await pretend(page, { products });
      await page.goto("/");
      await page.getByRole("combobox", { name: "Search perfumes" }).fill("vespr");
      await page.getByRole("button", { name: "Start Shopping" }).click();
      await expect(page).toHaveURL(/\/products\?search=vespr/);
      await expect(page.getByText("These are the results for “vesper”.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Smoke Vesper 1", exact: true })).toBeVisible();
    });

    test("CAT-02, CAT-05, CAT-06: filters stand in the address; the same address shows the same; Back undoes them", async ({
      page,
      context,
    }) => {
      await pretend(page, { products });
      await page.goto("/products");
      await expect(total(page)).toHaveText("63 bottles");
      const filters = await openFilters(page, device);
      await filters.getByRole("checkbox", { name: /Corvane/ }).check();
      await filters.getByLabel("Price to").fill("300");
      await filters.getByRole("button", { name: "Apply Filters" }).click();
      await expect(page).toHaveURL("/products?maxPrice=300&brand=Corvane");
      await expect(total(page)).not.toHaveText("63 bottles");
      const countText = (await total(page).textContent()) ?? "";
      const other = await context.newPage();
      await pretend(other, { products });
      await other.goto(page.url());
      await expect(total(other)).toHaveText(countText);
      await page.getByRole("combobox", { name: "Sort" }).selectOption("low");
      await expect(page).toHaveURL(/sort=low/);
      await page.goBack();
      await expect(page.getByRole("combobox", { name: "Sort" })).toHaveValue("featured");
      await page.goBack();
      await expect(page).toHaveURL("/products");
      await expect(total(page)).toHaveText("63 bottles");
    });

    test("CAT-10: Back from a bottle finds the second page and the same place", async ({ page }) => {
      await pretend(page, { products });
      await page.goto("/products");
      await page.getByRole("button", { name: "Load more" }).click();
      await expect(page.getByTestId("product-card")).toHaveCount(48);
      const far = page.getByTestId("product-card").nth(40);
      await far.scrollIntoViewIfNeeded();
      await page.waitForTimeout(300);
      const before = await page.evaluate(() => window.scrollY);
      expect(before).toBeGreaterThan(1000);
      await far.getByRole("link").first().click();
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toBeVisible();
      await page.goBack();
      await expect(page.getByTestId("product-card")).toHaveCount(48);
      await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBeGreaterThan(before - 60);
    });
  });
}

for (const [name, [address, shop]] of Object.entries(screens())) {
  test(`${name}: nothing axe can find, nothing beside the page, light and dark, wide and narrow`, async ({ page }) => {
    await pretend(page, shop);
    await page.setViewportSize(SIZES.desktop);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.waitForLoadState("networkidle");
    expect(await wrongWith(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize(SIZES.phone);
    expect(await wrongWith(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
}

test("HOME-03: the carousel is turned by keyboard, and stands still with reduced motion", async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await pretend(page, { products });
  await page.goto("/");
  const region = page.getByRole("region", { name: "Featured" });
  const first = region.getByRole("heading", { name: "Smoke Vesper 1" });
  await expect(first).toBeVisible();
  await region.getByRole("button", { name: "Pause" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(first).toBeHidden();
  await page.clock.runFor(400);
  await page.keyboard.press("ArrowLeft");
  await expect(first).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(first).toBeHidden();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(first).toBeVisible();
  await expect(region.getByRole("button", { name: "Pause" })).toHaveCount(0);
  await page.clock.runFor(30_000);
  await expect(first).toBeVisible();
});

test("HDR-02: suggestions are chosen by keyboard alone", async ({ page }) => {
  await pretend(page, { products });
  await page.goto("/products");
  const field = page.getByRole("banner").getByRole("combobox", { name: "Search house, perfume or note" });
  await field.fill("iris");
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Iris Telegram");
});

function screens(): Record<string, [string, Shop]> {
  const user = aUser();
  const kept = { addedAt: inSeconds(-90_000), priceWhenAdded: 90 };
  const search = {
    id: 1,
    name: "Oud",
    wanted: { search: "oud" },
    byMail: true,
    createdAt: inSeconds(-90),
    newCount: 2,
  };
  const answers = {
    "GET /api/sellers/9": aSeller({ isVerified: true }),
    "GET /api/favorites": products.slice(0, 3).map((product) => ({ ...product, ...kept })),
    "GET /api/favorites/searches": [search],
  };
  return {
    home: ["/", { products }],
    catalogue: ["/products?brand=Corvane&minPrice=50", { products }],
    "nothing found": ["/products?search=zzzz&category=2", { products }],
    "catalogue that failed": ["/products", {}],
    product: ["/products/1", { products }],
    "own product": ["/products/1", { products, user: aUser({ id: 9 }) }],
    "sold product": ["/products/92", { products }],
    "no such product": ["/products/999", { products }],
    shop: ["/sellers/9", { products, answers }],
    favourites: ["/profile?tab=favorites", { user, products, answers }],
    terms: ["/terms-of-service", {}],
    guide: ["/buying-guide", {}],
  };
}

async function openFilters(page: Page, device: string) {
  if (device === "desktop") return page.getByRole("complementary", { name: "Filters" });
  await page.getByRole("button", { name: /^Filters/ }).click();
  return page.getByRole("dialog", { name: "Filters" });
}
