import { FARID, SELF } from "../src/test/talk-makers";
import { aUser, pretend } from "./support/pretend-shop";
import { talk, wholeOrder } from "./support/pretend-talk";
import { expect, type Page, test } from "./support/test";
import { wrongWith } from "./support/wrong";

const user = aUser();

const LOADING: Record<string, [string, string, Record<string, unknown>]> = {
  conversations: ["/messages", "GET /api/conversations", {}],
  "a thread": [`/messages?with=${FARID}`, `GET /api/messages/conversation/${FARID}`, talk([]) ?? {}],
  orders: ["/profile?tab=orders", "GET /api/orders", {}],
  "an order": ["/orders/12", "GET /api/orders/12", {}],
};

test("U10: messages and orders say that they load, light and dark, wide and narrow", async ({ context }) => {
  for (const [name, [address, waiting, answers]] of Object.entries(LOADING)) {
    const page = await context.newPage();
    await pretend(page, { user, unanswered: [waiting], answers });
    await page.goto(address);
    await expect(page.getByRole("status").filter({ hasText: "Loading" }).first(), name).toBeAttached();
    await nothingForAxe(page, name);
    await page.close();
  }
});

test("PROF-11, U10: what one has sold, light and dark, wide and narrow", async ({ page }) => {
  const { seller: buyer, buyer: seller } = wholeOrder;
  const sold = { ...wholeOrder, seller: { ...seller, id: SELF }, buyer };
  await pretend(page, { user, answers: { "GET /api/orders": [sold] } });
  await page.goto("/profile?tab=orders");
  await page.getByRole("radio", { name: "Sold" }).check({ force: true });
  await expect(page.getByTestId("order-row")).toContainText("to farid.h");
  await nothingForAxe(page);
});

test("an order on paper has its steps and its documents, and nothing to press", async ({ page }) => {
  await pretend(page, { user, answers: { "GET /api/orders/12": wholeOrder } });
  await page.goto("/orders/12");
  await expect(page.getByTestId("timeline-step")).toHaveCount(5);
  await page.emulateMedia({ media: "print" });
  for (const words of ["Order W000012", "Parcel sent", "receipt.pdf", "Pos Laju EH123456789MY"]) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  for (const role of ["navigation", "button"] as const) await expect(page.getByRole(role), role).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Message farid.h" })).toHaveCount(0);
});

async function nothingForAxe(page: Page, name = ""): Promise<void> {
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 844 });
    expect(await wrongWith(page), `${name} ${colorScheme}`).toEqual([]);
  }
}
