/** A line that breaks while a part of the app is fetched: the page mends itself, and the next press goes through. */
import { aProduct, aUser } from "../src/test/makers";
import { pretend } from "./support/pretend-shop";
import { expect, test } from "./support/test";

const products = [aProduct({ id: 1 })];

test("a part that did not come while the line was broken is there for the press after the next", async ({ page }) => {
  await pretend(page, { user: aUser(), products, answers: { "POST /api/products/1/favorite": {} } });
  await page.route(/\/assets\/(commands|toaster)-/, (route) => route.abort());
  await page.route("/", (route) => route.abort());
  await page.goto("/products");
  const save = page.getByRole("button", { name: /^Save .* to favorites$/ }).first();
  await save.click();
  await page.unroute(/\/assets\/(commands|toaster)-/);
  await page.unroute("/");
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await save.click();
  await page.waitForFunction(() => !("isOld" in window));
  const [sent] = await Promise.all([page.waitForRequest((one) => one.method() !== "GET"), save.click()]);
  expect(sent.url()).toContain("/api/");
});
