/** What is wrong with a page as it stands: what axe finds, and what stands beside it. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export async function wrongWith(page: Page): Promise<string[]> {
  // A colour that is still changing has a contrast of its own, and begins to change a frame after it was told to; what
  // goes round for ever is a picture of waiting.
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    );
  });
  // Without frames from elsewhere, the one page is all there is to look at; a second one would only take time.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(true)
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  return (await overflow(page)) > 0 ? [...found, "something stands beside the page"] : found;
}

export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
