import { expect, test } from "@playwright/test";

const FOLDER = "../docs/pictures";

test.use({ deviceScaleFactor: 1, colorScheme: "light", reducedMotion: "reduce" });

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => localStorage.setItem("wangi_measure", "no"));
});

test("the home page on a desktop", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${FOLDER}/desktop.jpg`, quality: 80 });
});

test("a live auction on a phone", async ({ page, request }) => {
  const lots = await (await request.get("/api/products?type=auction&limit=1")).json();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/auctions/${lots[0].auctionId ?? lots[0].auction.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${FOLDER}/phone.jpg`, quality: 80 });
});
