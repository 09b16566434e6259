import { expect, type Page } from "@playwright/test";

/** Waits until the page has noticed: until then its live connection still sends. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
}

export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
}
