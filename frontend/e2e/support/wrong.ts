import type { Page } from "@playwright/test";
import axe from "axe-core";

declare const window: Window & { axe?: typeof axe };

export async function wrongWith(page: Page): Promise<string[]> {
  // Contrast is checked after animations, because a colour in transition has a contrast of its own.
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
  if (!(await page.evaluate(() => window.axe))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const results = await window.axe?.run(document, { resultTypes: ["violations"] });
    return results?.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  });
  if (!violations) throw new Error("axe did not run");
  return (await overflow(page)) > 0 ? [...violations, "something stands beside the page"] : violations;
}

export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
