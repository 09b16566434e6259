import { aProduct, aUser } from "../src/test/makers";
import { pretend } from "./support/pretend-shop";
import { expect, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const products = [aProduct({ id: 1 })];

test("a part that did not come while the line was broken is there after the page was loaded again", async ({
  page,
}) => {
  await pretend(page, { user: aUser(), products, answers: { "POST /api/products/1/favorite": {} } });
  await page.route(/\/assets\/(commands|toaster)-/, (route) => route.abort());
  await page.goto("/products");
  const save = page.getByRole("button", { name: /^Save .* to favorites$/ }).first();
  await save.click();
  await expect(page.getByText("A part of this page did not come.")).toBeVisible();
  expect(await wrongWith(page)).toEqual([]);
  await page.unroute(/\/assets\/(commands|toaster)-/);
  await page.getByRole("button", { name: "Load the page again" }).click();
  await expect(page.getByText("A part of this page did not come.")).toBeHidden();
  const [sent] = await Promise.all([page.waitForRequest((request) => request.method() !== "GET"), save.click()]);
  expect(sent.url()).toContain("/api/");
});
