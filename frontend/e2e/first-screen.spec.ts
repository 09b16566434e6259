import { openDrawn, places } from "./support/drawn";
import { newName, register, signIn } from "./support/people";
import { expect, test } from "./support/test";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`HOME-01, CAT-01: ${device}: home and catalogue stand before their code, and nothing jumps when it comes`, async ({
    browser,
  }) => {
    for (const [path, title] of [
      ["/", "Discover Your Signature Scent"],
      ["/products", "Explore Our Collection"],
    ] as const) {
      const { page, arrive } = await openDrawn(browser, viewport, path);
      const heading = page.getByRole("heading", { level: 1, name: title });
      await expect(heading).toBeVisible();
      const marks = [heading, page.getByRole("banner"), page.getByRole("combobox").locator("visible=true")];
      await page.evaluate(() => document.fonts.ready);
      const before = await places(...marks);
      await arrive();
      expect(await places(...marks), path).toEqual(before);
      await page.context().close();
    }
  });
}

test("HDR-02: text typed before the code is here stays in the same field", async ({ browser }) => {
  const { page, arrive } = await openDrawn(browser, SIZES.phone, "/");
  const field = page.getByRole("combobox", { name: "Search perfumes" });
  await field.pressSequentially("ves");
  await arrive();
  await expect(field).toHaveValue("ves");
  await field.pressSequentially("per");
  await expect(field).toHaveValue("vesper");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/products\?search=vesper$/);
});

test("HDR-02: typing goes right through the moment the code comes, on a slow machine too", async ({ browser }) => {
  const { page, arrive } = await openDrawn(browser, SIZES.phone, "/");
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const field = page.getByRole("combobox", { name: "Search perfumes" });
  const words = "a warm oud with rose and smoke, half full, from Penang or Kedah";
  await Promise.all([arrive(), field.pressSequentially(words, { delay: 20 })]);
  await expect(field).toHaveValue(words);
});

test("CAT-02: a button pressed before the code is here does what it says when it comes", async ({ browser }) => {
  const { page, arrive } = await openDrawn(browser, SIZES.phone, "/products");
  await page.getByRole("button", { name: "Filters" }).click();
  await arrive();
  await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
});

test("a search sent before the code is here finds its way without it", async ({ browser }) => {
  const { page } = await openDrawn(browser, SIZES.phone, "/");
  await page.getByRole("combobox", { name: "Search perfumes" }).fill("oud");
  await page.getByRole("button", { name: "Start Shopping" }).click();
  await expect(page).toHaveURL(/\/products\?search=oud$/);
});

test("the page is drawn in Malay for a Malay device, and for no user in a language they did not choose", async ({
  browser,
}) => {
  const malay = await openDrawn(browser, SIZES.phone, "/", "ms-MY");
  await expect(malay.page.getByRole("heading", { level: 1, name: "Temui Haruman Khas Anda" })).toBeVisible();
  await malay.arrive();
  await malay.page.evaluate(() => localStorage.setItem("wangi_language", "en"));
  await malay.page.reload({ waitUntil: "commit" });
  await expect(malay.page.getByRole("heading", { level: 1, name: "Discover Your Signature Scent" })).toBeVisible();
  const other = await openDrawn(browser, SIZES.phone, "/");
  await other.page.evaluate(() => localStorage.setItem("wangi_language", "ms"));
  const page = await other.page.context().newPage();
  await page.route(/\/assets\/first-[^/]*\.js$/, () => {});
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toBeAttached();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
});

test("a member is not asked to sign in while the code is on its way", async ({ browser }) => {
  const context = await browser.newContext({ viewport: SIZES.desktop });
  const first = await context.newPage();
  const name = newName("early");
  await register(first, name);
  await signIn(first, name);
  const page = await context.newPage();
  await page.route(/\/assets\/first-[^/]*\.js$/, () => {});
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign In", exact: true })).toHaveCount(0);
});

for (const [device, viewport] of Object.entries(SIZES)) {
  test(`AUC-01: ${device}: a lot stands with its photograph, price and end before the code, and keeps its place`, async ({
    browser,
    request,
  }) => {
    const response = await request.get("/api/products?type=auction&live=true&limit=48&sort=newest");
    const auctions: { name: string; auction: { id: number; endsAt: string }; images: { sizes: number[] }[] }[] =
      await response.json();
    const shown = auctions.filter(({ images }) => images[0]?.sizes.length);
    const { auction, name } = shown.reduce((auction, two) =>
      auction.auction.endsAt > two.auction.endsAt ? auction : two,
    );
    const { page, arrive } = await openDrawn(browser, viewport, `/auctions/${auction.id}`);
    const main = page.getByRole("main");
    const marks = [
      main.getByRole("heading", { level: 1, name }),
      main.locator("img[srcset]"),
      main.getByText(/^(Current Bid|Starting Price)$/).locator("visible=true"),
      main.getByText(/per ml left$/),
      main.getByText(/^Ends \d/),
    ];
    for (const mark of marks) await expect(mark.first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const begin = async () => (await places(...marks)).map((place) => place?.slice(0, 2));
    const before = await begin();
    await arrive();
    await expect(page.locator("[data-waits]")).toHaveCount(0);
    await expect(page.getByRole("timer")).toBeVisible();
    expect(await begin()).toEqual(before);
    await page.context().close();
  });
}
