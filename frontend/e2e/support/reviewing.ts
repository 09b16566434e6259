import { expect, type Page } from "@playwright/test";

export type Press = (page: Page, button: string) => Promise<void>;

export const click: Press = (page, name) => page.getByRole("button", { name }).click();

export async function reviewEachOther(buyer: Page, seller: Page, press: Press = click): Promise<void> {
  await press(buyer, "Submit Review");
  for (const page of [buyer, seller]) {
    await expect(page.getByTestId("thread").getByText("Review submitted").first()).toBeVisible();
  }
  await expect(seller.getByText("The other review is written. You will read it after yours.")).toBeVisible();
  await expect(seller.getByText("Review by the buyer")).toHaveCount(0);
  await press(seller, "Submit rating");
  const sides = [
    [seller, "Review by the buyer"],
    [buyer, "Review by the seller"],
  ] as const;
  for (const [page, words] of sides) {
    await expect(page.getByText(words)).toBeVisible();
    await page.reload();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText("Your review", { exact: true }).first()).toBeVisible();
  }
}
