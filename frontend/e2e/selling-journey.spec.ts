import { newName, register, signIn } from "./support/people";
import { png } from "./support/pictures";
import { expect, type Page, test } from "./support/test";

const go = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const seesToast = (page: Page, words: string) =>
  expect(page.getByRole("listitem").filter({ hasText: words })).toBeVisible();

test("a seller lists a bottle with photographs, orders and changes it, and archives it", async ({ page }) => {
  const name = newName("seller");
  await register(page, name);
  await signIn(page, name);
  await page.goto("/seller/dashboard");
  await expect(page.getByRole("heading", { name: "Nothing listed yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add New Product" }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Fixed Price/ })
    .click();

  await page
    .getByLabel("Choose photographs")
    .setInputFiles([png("front.png", [120, 80, 40]), png("level.png", [40, 90, 60])]);
  await expect(page.getByText("Uploaded")).toHaveCount(2);
  const shown = page.getByRole("img", { name: /^Photograph \d/ });
  const [first] = await shown.evaluateAll((images) => images.map((image) => image.getAttribute("src")));
  await page.getByRole("button", { name: "Move photograph 1 right" }).press("ArrowRight");
  await expect(shown.nth(1)).toHaveAttribute("src", first ?? "");
  await go(page);
  await page.getByLabel("Name", { exact: true }).fill("Fig Cloister");
  await page.getByLabel("Brand").fill("Quillon");
  await page.getByLabel("Category").selectOption({ label: "Niche" });
  await page.getByLabel("Volume").fill("50");
  await page.getByLabel("Purchase year").fill("2023");
  await page.getByRole("slider", { name: "How much is left?" }).press("End");
  await page.getByLabel("Concentration").selectOption("EDP");
  await page.getByLabel("Description").fill("Green and milky, kept in a dark drawer.");
  await page.getByLabel("Postcode").fill("88000");
  await expect(page.getByLabel("State")).toHaveValue("Sabah");
  await go(page);
  await page.getByLabel("Price", { exact: true }).fill("520");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await go(page);
  await page.getByRole("button", { name: "Publish listing" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your bottle is listed" })).toBeVisible();
  await page.getByRole("link", { name: "View listing" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Fig Cloister" })).toBeVisible();

  await page.goto("/seller/dashboard");
  await expect(page.getByRole("heading", { name: "Drafts" })).toHaveCount(0);
  await page.getByRole("link", { name: "Edit Fig Cloister" }).click();
  await page.getByRole("button", { name: /Price/ }).click();
  await page.getByLabel("Price", { exact: true }).fill("480");
  await page.getByRole("button", { name: "Save Changes" }).first().click();
  await seesToast(page, "Product updated");
  await expect(page.getByRole("region", { name: "Your products" })).toContainText("480");
  await page.getByRole("button", { name: "More for Fig Cloister" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await seesToast(page, "Product archived");
  await expect(page.getByRole("region", { name: "Your products" })).toContainText("archived");
  await page.getByRole("button", { name: "More for Fig Cloister" }).click();
  await page.getByRole("menuitem", { name: "List again" }).click();
  await go(page);
  await page.getByRole("button", { name: "Publish listing" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your bottle is listed" })).toBeVisible();

  await page.goto("/seller/dashboard?tab=analytics");
  await expect(page.getByRole("heading", { name: "Views and favorites" })).toBeVisible();
  await page.goto("/seller/dashboard");
  await page.getByRole("button", { name: "Delete Fig Cloister" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await seesToast(page, "Product deleted");
});
