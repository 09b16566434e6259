import { listBottle, newName, register, signedIn, signIn } from "./support/people";
import { expect, test } from "./support/test";

test("AUTH-18: the sign-in screen says what Wangi is", async ({ page }) => {
  await page.goto("/auth");
  await expect(page.getByText("The level you see is the level you get.")).toBeVisible();
});

test("HOME-09, HOME-10: home quotes real reviews and has a section for the community", async ({ page }) => {
  await page.goto("/");
  const reviews = await (await page.request.get("/api/testimonials")).json();
  await expect(page.locator("blockquote")).toHaveText(reviews.map((review: { comment: string }) => review.comment));
  await expect(page.getByRole("region", { name: /^Talk about it/ }).getByRole("link")).not.toHaveCount(0);
});

test("CAT-16, PROD-16, DASH-04, DASH-08: levels, the label of a negotiable listing and bands of stock", async ({
  browser,
}) => {
  const page = await signedIn(browser, "outside");
  const bottles = [
    { fill: 91, stock: 5, colour: "pandan" },
    { fill: 51, stock: 20, colour: "ambar" },
    { fill: 50, stock: 21, colour: "rosella" },
  ];
  const brand = newName("Level");
  const ids: number[] = [];
  for (const { fill, stock } of bottles) {
    const about = { name: `Filled to ${fill}`, brand, remainingPercentage: fill, stockQuantity: stock };
    ids.push(await listBottle(page, { ...about, listingType: "negotiable" }));
  }
  await page.goto(`/products?brand=${brand.toLowerCase()}`);
  for (const { fill, colour } of bottles) {
    const card = page.getByRole("article").filter({ hasText: `Filled to ${fill}` });
    await expect(card.locator(`.fill-${colour}-liquid`)).toHaveCount(1);
  }
  await page.goto(`/products/${ids[0]}`);
  await expect(page.getByText("Negotiable", { exact: true }).first()).toBeVisible();
  await page.goto("/seller/dashboard?tab=analytics");
  await expect(page.getByRole("heading", { name: "Top rated" })).toBeVisible();
  const inventory = page.getByRole("heading", { name: "Inventory status" }).locator("..");
  await expect(inventory.getByRole("definition")).toHaveText(["1", "1", "1", "0"]);
});

test("AUC-11: a tooltip opens after 700 ms", async ({ page }) => {
  const auctions = await (await page.request.get("/api/products?type=auction&live=true&limit=48")).json();
  const reserved = auctions.find(
    ({ auction }: { auction: { reserveMet: boolean | null } }) => auction.reserveMet !== null,
  );
  await page.clock.install();
  await page.goto(`/auctions/${reserved.auction.id}`);
  const reserve = page.getByRole("button", { name: /^Reserve (not )?met$/ });
  await expect(reserve).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await reserve.hover();
  await page.clock.runFor(650);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(page.getByRole("tooltip")).toHaveCount(1);
});

test("MSG-43, XCUT-02: one socket of our own, and a 401 is logged", async ({ page }) => {
  const sockets: string[] = [];
  const hosts = new Set<string>();
  const warnings: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const name = newName("socket");
  await register(page, name);
  await signIn(page, name);
  await page.goto("/messages");
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  const own = new URL(page.url()).host;
  expect(sockets.filter((url) => new URL(url).host !== own || new URL(url).pathname !== "/ws/")).toEqual([]);
  expect([...hosts].filter((host) => host && host !== own)).toEqual([]);
  const refusal = { message: "", code: "not_signed_in", details: {}, requestId: "" };
  await page.route("**/api/favorites**", (route) => route.fulfill({ status: 401, json: refusal }));
  await page.goto("/profile?tab=favorites");
  await expect.poll(() => warnings.join("\n")).toContain("Authentication failed: GET /api/favorites");
});
