import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { boostShop } from "./support/pretend-boost";
import { dashboardShop, listings } from "./support/pretend-dashboard";
import { pretend, Refused } from "./support/pretend-shop";
import { expect, type Page, test } from "./support/test";
import { overflow, wrongWith } from "./support/wrong";

const created = { ...listings[3], id: 4 };
const go = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

const picture = (name: string, kilobytes = 40) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(kilobytes * 1024)]),
});
const FIVE = ["front.png", "level.png", "batch.png", "box.png", "dated.png"].map((name) => picture(name));

async function receiver(page: Page, refused = 0): Promise<Server> {
  let uploadCount = 0;
  let left = refused;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.setHeader("Content-Type", "application/json");
      if (left > 0) {
        left -= 1;
        response.statusCode = 503;
        return response.end(JSON.stringify(new Refused(503, "unavailable").body));
      }
      uploadCount += 1;
      response.statusCode = 201;
      return response.end(JSON.stringify({ token: `t${uploadCount}`, imageUrl: `/api/images/t${uploadCount}` }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await page.route("**/api/product-images/uploads", (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/api/product-images/uploads` }),
  );
  return server;
}

async function slowLine(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const speed = { offline: false, latency: 200, downloadThroughput: 200 * 1024, uploadThroughput: 8 * 1024 };
  await line.send("Network.emulateNetworkConditions", speed);
}

async function writeBottle(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Smoke Vesper");
  await page.getByLabel("Brand").fill("Atelier Noctell");
  await page.getByLabel("Category").selectOption({ label: "Niche" });
  await page.getByLabel("Volume").fill("50");
  await page.getByLabel("Purchase year").fill("2023");
  await page.getByRole("slider", { name: "How much is left?" }).press("End");
  await page.getByLabel("Description").fill("Heavy and beautiful, one spray fills the room.");
}

test("five photographs over a slow line: the rest is written meanwhile, and publishing waits for them", async ({
  page,
}) => {
  await pretend(page, dashboardShop({ "POST /api/products": created, "GET /api/products/4": created }));
  const server = await receiver(page);
  await page.goto("/sell?type=fixed");
  await expect(page.getByRole("heading", { level: 2, name: "Photographs" })).toBeVisible();
  await slowLine(page);
  await page.getByLabel("Choose photographs").setInputFiles(FIVE);
  await expect(page.getByText(/\d+%, \d\.\d of \d\.\d MB/).first()).toBeVisible();
  await go(page);
  await writeBottle(page);
  await go(page);
  await page.getByLabel("Price", { exact: true }).fill("640");
  await go(page);
  const listingRequest = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/products"),
  );
  await page.getByRole("button", { name: "Publish listing" }).click();
  await expect(page.getByText("Waiting for the photographs to arrive")).toBeVisible();
  const body = (await listingRequest).postDataJSON();
  expect(body.images).toHaveLength(5);
  expect(body.imageUrl).toMatch(/^https?:\/\/[^/]+\/api\/images\/t\d$/);
  expect(JSON.stringify(body)).not.toContain("blob:");
  await expect(page.getByRole("heading", { level: 1, name: "Your bottle is listed" })).toBeVisible();
  server.close();
});

test("a photograph that fails is tried again, and photographs are ordered by keyboard alone", async ({ page }) => {
  await pretend(page, dashboardShop());
  const server = await receiver(page, 1);
  await page.goto("/sell?type=fixed");
  await page.getByLabel("Choose photographs").setInputFiles(FIVE.slice(0, 3));
  await page.getByRole("button", { name: /^Retry/ }).click();
  await expect(page.getByText("Uploaded", { exact: false })).toHaveCount(3);
  const order = () =>
    page
      .getByRole("img", { name: /^Photograph \d/ })
      .evaluateAll((images) => images.map((image) => image.getAttribute("src")));
  await page.getByRole("button", { name: "Move photograph 3 left" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Photograph moved to place 2 of 3.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Move photograph 2 left" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Photograph moved to place 1 of 3.")).toBeVisible();
  expect((await order()).length).toBeLessThanOrEqual(3);
  server.close();
});

test("a listing is found, changed and archived from the dashboard, by keyboard", async ({ page }) => {
  await pretend(
    page,
    dashboardShop({
      "GET /api/products/4": created,
      "PUT /api/products/4": created,
      "POST /api/products/4/archive": { ...created, status: "archived" },
    }),
  );
  await page.goto("/seller/dashboard");
  await page.getByRole("searchbox", { name: "Search by name or brand" }).fill("first");
  const edit = page.getByRole("link", { name: "Edit First Light" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /The bottle/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("First Light, again");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Save Changes" }).first().click();
  expect((await sent).postDataJSON()).toMatchObject({ name: "First Light, again" });
  await expect(page.getByRole("listitem").filter({ hasText: "Product updated" })).toBeVisible();
  await page.getByRole("button", { name: "More for First Light" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Archive" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Product archived" })).toBeVisible();
});

test("the browser's own Back asks before changes are lost: Stay keeps them, Leave goes back", async ({ page }) => {
  await pretend(page, dashboardShop({ "GET /api/products/4": created }));
  await page.goto("/seller/dashboard");
  await page.getByRole("link", { name: "Edit First Light" }).click();
  await page.getByRole("button", { name: /The bottle/ }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("First Light, again");
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.goBack();
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/sell\?edit=4$/);
  await expect(name).toHaveValue("First Light, again");
  await page.goBack();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/seller\/dashboard$/);
  await expect(page.getByRole("link", { name: "Edit First Light" })).toBeVisible();
});

test("the floating bar covers no row's actions, on a phone and on a desktop", async ({ page }) => {
  await pretend(page, dashboardShop());
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("/seller/dashboard");
    await page.getByRole("checkbox", { name: "Boost First Light" }).check();
    const last = page.getByRole("button", { name: "More for Lime Harbour" });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await last.evaluate((button) => button.scrollIntoView({ block: "center" }));
    const [row, bar] = [await last.boundingBox(), await page.getByRole("region", { name: "Selection" }).boundingBox()];
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

const ROW = { line: 2, name: "Oud", ok: false, errors: [{ field: "price", message: "Wrong" }], productId: null };

const SCREENS: Record<string, [string, Record<string, unknown>, ((page: Page) => Promise<unknown>)?]> = {
  "the dashboard": ["/seller/dashboard", {}],
  "an empty dashboard": ["/seller/dashboard", { "GET /api/seller/products": [], "GET /api/seller/drafts": [] }],
  "a dashboard that failed": ["/seller/dashboard", { "GET /api/seller/products": new Refused(503, "unavailable") }],
  "a selection": ["/seller/dashboard", {}, (page) => page.getByRole("checkbox", { name: "Boost First Light" }).check()],
  "the question before deleting": [
    "/seller/dashboard",
    {},
    (page) => page.getByRole("button", { name: "Delete Fig Cloister" }).click(),
  ],
  "the report of a boost": [
    "/seller/dashboard?tab=boosted",
    boostShop().answers ?? {},
    async (page) => {
      await page.getByRole("button", { name: "Report on Smoke Vesper" }).click();
      await expect(page.getByRole("dialog").getByRole("img", { name: /^Views by day/ })).toBeVisible();
    },
  ],
  analytics: ["/seller/dashboard?tab=analytics", {}],
  "settings of the dashboard": ["/seller/dashboard?tab=settings", {}],
  "the type": ["/sell", {}],
  photographs: ["/sell?type=fixed", {}],
  "the bottle with errors": [
    "/sell/auction",
    {},
    async (page) => {
      await go(page);
      await go(page);
      await expect(page.getByRole("alert")).toBeVisible();
    },
  ],
  listed: ["/sell/listed/4", { "GET /api/products/4": created }],
  "boost packages": [
    "/seller/dashboard",
    {},
    async (page) => {
      await page.getByRole("checkbox", { name: "Boost First Light" }).check();
      await page.getByRole("button", { name: "Boost Selected (1)" }).click();
      await expect(page.getByRole("link", { name: "Select Package" }).first()).toBeVisible();
    },
  ],
  "a change of several": [
    "/seller/dashboard",
    {},
    async (page) => {
      await page.getByRole("checkbox", { name: "Boost First Light" }).check();
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await page.getByRole("menuitem", { name: "Change price by percent" }).click();
    },
  ],
  "lines of a table": [
    "/seller/dashboard",
    { "POST /api/seller/products/import": { rows: [ROW], created: 0, refused: 1 } },
    async (page) => {
      await page.getByRole("button", { name: "Import" }).click();
      await page.getByLabel("CSV file").setInputFiles(picture("mine.csv", 1));
      await expect(page.getByText("0 of 1 lines can be listed.")).toBeVisible();
    },
  ],
  cutting: [
    "/sell?type=fixed",
    {},
    async (page) => {
      await page.getByLabel("Choose photographs").setInputFiles(FIVE.slice(0, 1));
      await page.getByRole("button", { name: "Crop photograph 1" }).click();
    },
  ],
  "the terms and the preview": [
    "/sell/auction",
    {},
    async (page) => {
      await go(page);
      await writeBottle(page);
      await go(page);
      await page.getByLabel("Starting price").fill("400");
      expect(await wrongWith(page)).toEqual([]);
      await go(page);
      await expect(page.getByRole("button", { name: "Publish auction" })).toBeVisible();
    },
  ],
};

for (const [name, [address, answers, act]] of Object.entries(SCREENS)) {
  test(`${name}, light and dark, wide and narrow, without motion`, async ({ page }) => {
    await pretend(page, dashboardShop(answers));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.waitForLoadState("networkidle");
    await act?.(page);
    expect(await wrongWith(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await wrongWith(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running")),
    ).toEqual([]);
  });
}
