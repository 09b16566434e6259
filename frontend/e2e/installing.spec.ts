import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

test.use({ serviceWorkers: "allow" });

interface Manifest {
  icons: { src: string; sizes: string }[];
  shortcuts: { url: string }[];
}

async function untilKept(page: Page): Promise<void> {
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
}

test("the browser finds nothing that keeps the app from being installed", async ({ page, context }) => {
  await untilKept(page);
  const session = await context.newCDPSession(page);
  const { errors, url } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe("/manifest.webmanifest");
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const answer = await page.request.get("/manifest.webmanifest");
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest: Manifest = await answer.json();
  for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== "any")) {
    const shown = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(shown, src).toBe(sizes);
  }
  expect((await page.request.get("/sw.js")).headers()["cache-control"]).toBe("public, max-age=0, must-revalidate");
});

test("without a network the app opens, says so, and goes on by itself once there is one", async ({ page, context }) => {
  await untilKept(page);
  await context.setOffline(true);
  await page.goto("/");
  const away = page.getByText(/^(You are offline|Wangi cannot be reached right now)\.$/);
  await expect(away).toBeVisible();
  await expect(page.getByText("Wangi opened from this device.", { exact: false })).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const keys = await Promise.all(caches_.map((cache) => cache.keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/index.html");
  expect(kept.filter((path) => !/^\/(assets\/[^/]+|index\.html|start\.js)$/.test(path))).toEqual([]);
  await context.setOffline(false);
  await expect(away).toBeHidden();
});
