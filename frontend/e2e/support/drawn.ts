import { type Browser, expect, type Locator, type Page } from "@playwright/test";

type Size = { width: number; height: number };

export async function openDrawn(browser: Browser, viewport: Size, path: string, locale = "en-GB") {
  const page = await (await browser.newContext({ viewport, locale })).newPage();
  let release = () => {};
  const gate = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/assets\/first-[^/]*\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("#root > *").evaluate((drawn) => drawn.setAttribute("data-drawn-by-the-build", ""));
  const arrive = async () => {
    release();
    await expect(page.locator("[data-drawn-by-the-build]")).toHaveCount(0);
  };
  return { page, arrive };
}

export async function places(...marks: Locator[]) {
  const boxes = await Promise.all(marks.map((mark) => mark.first().boundingBox()));
  return boxes.map((box) => box && Object.values(box).map(Math.round));
}

export const firstPicture = (page: Page) => page.getByRole("main").locator("img[srcset]").first();

export const loaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
