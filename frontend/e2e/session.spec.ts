import { aUser } from "./support/pretend-shop";
import { type BrowserContext, expect, type Page, test } from "./support/test";

const TABS = 10;
const user = aUser();
const [SPENT, FRESH] = ["spent", "fresh"].map(
  (sign) => `e30.${btoa(JSON.stringify({ sub: String(user.id) }))}.${sign}`,
);

async function withSpentToken(context: BrowserContext): Promise<{ renewals: () => number; tabs: Page[] }> {
  let renewals = 0;
  await context.route("**/api/**", async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (path.endsWith("/refresh")) {
      renewals += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return route.fulfill({ json: { token: FRESH, user } });
    }
    const isFresh = request.headers().authorization === `Bearer ${FRESH}`;
    if (path.endsWith("/me") && isFresh) return route.fulfill({ json: user });
    const status = path.endsWith("/me") ? 401 : 404;
    return route.fulfill({ status, json: { message: "", code: status === 401 ? "not_signed_in" : "x", details: {} } });
  });
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
  await tabs[0]?.goto("/favicon.svg");
  await tabs[0]?.evaluate((token) => localStorage.setItem("app_token", token), SPENT ?? "");
  await Promise.all(tabs.map((tab) => tab.goto("/profile")));
  return { renewals: () => renewals, tabs };
}

test("ten tabs with a spent token renew it once, and one sign-out ends all ten", async ({ context }) => {
  const { renewals, tabs } = await withSpentToken(context);
  for (const tab of tabs) await expect(tab.getByRole("button", { name: "Logout" })).toBeVisible();
  expect(renewals()).toBe(1);
  await tabs[0]?.getByRole("button", { name: "Logout" }).click();
  for (const tab of tabs.slice(1)) await expect(tab).toHaveURL(/\/auth\?redirect=%2Fprofile$/);
});
