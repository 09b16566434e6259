/** A page as it comes: drawn, with its first picture, before any of its code is here. */
import { type Browser, expect, type Locator, type Page } from "@playwright/test";

type Size = { width: number; height: number };

/** Opens a page whose code is held back; `arrive` lets it come and waits until the app has taken the page over. */
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

/** Where each of these stands; the same places before and after the code is what `nothing jumps` means. */
export async function places(...marks: Locator[]) {
  const boxes = await Promise.all(marks.map((mark) => mark.first().boundingBox()));
  return boxes.map((box) => box && Object.values(box).map(Math.round));
}

export const firstPicture = (page: Page) => page.getByRole("main").locator("img[srcset]").first();

export const loaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
