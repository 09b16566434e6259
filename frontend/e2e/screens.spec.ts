import { AFTERWARDS, endedAuction, over, running } from "./support/pretend-after";
import { BOOST_SCREENS } from "./support/pretend-boost";
import { CASE_SCREENS } from "./support/pretend-cases";
import { MONEY_SCREENS } from "./support/pretend-money";
import { RISK_SCREENS } from "./support/pretend-risk";
import {
  aBid,
  anAuction,
  aProduct,
  aSeller,
  aUser,
  inSeconds,
  pretend,
  Refused,
  type Shop,
} from "./support/pretend-shop";
import { TALK_SCREENS } from "./support/pretend-talk";
import { expect, test } from "./support/test";
import { overflow, wrongWith } from "./support/wrong";

const user = aUser();
const soon = inSeconds(95);
const ownBid = aBid(10, 900, [7, "n***l"]);
const lot = { id: 422, startingPrice: 100, currentBid: 120, bidCount: 3, bidIncrement: 5, buyNowPrice: null };
const products = [
  aProduct(),
  aProduct({ id: 2, listingType: "auction", auction: { ...lot, endsAt: inSeconds(4000), status: "active" } }),
];
const leader = aBid(11, 905, [11, "z***4"], { isWinning: true });

const spent = new Refused(400, "invalid_link", "This link is not valid any more. Ask for a new one.");
const buyer = aUser({ isSeller: false, emailVerified: false, pendingEmail: "new@wangi.example" });
const seen = { createdAt: inSeconds(-9000), lastSeenAt: inSeconds(-90) };
const here = {
  device: "Chrome on Windows",
  browser: "Chrome",
  system: "Windows",
  place: "Network 60.52.14.0/24",
  network: "60.52.14.0/24",
  isLocal: false,
};
const phone = { ...here, device: "Safari on iPhone", browser: "Safari", system: "iPhone" };
const both = { inApp: true, mail: true, push: true };
const ownLists = {
  "GET /api/user/7/notification-preferences": {
    outbid: both,
    ending_soon: { inApp: true, mail: false, push: false },
    sales: both,
  },
  "GET /api/user/7/sessions": [
    { id: "a", ...here, signedInWith: "password", current: true, ...seen },
    { id: "b", ...phone, signedInWith: "passkey", current: false, ...seen },
  ],
  "GET /api/user/7/api-keys": [
    {
      id: 1,
      name: "Stock sync",
      scopes: ["read", "listings:read", "listings:write"],
      shown: "wangi_4kTz",
      createdAt: inSeconds(-9000),
      expiresAt: inSeconds(7_000_000),
      lastUsedAt: inSeconds(-3600),
      previousEndsAt: null,
      isExpired: false,
    },
  ],
  "GET /api/user/7/webhooks": [
    {
      id: 1,
      name: "Stock sync",
      url: "https://hooks.example/wangi",
      events: ["bid.placed", "order.paid"],
      status: "active",
      pausedFor: null,
      failingSince: inSeconds(-3600),
      previousEndsAt: null,
      waiting: 3,
      createdAt: inSeconds(-9000),
    },
  ],
  "GET /api/user/7/passkeys": [{ id: 1, name: "My phone", createdAt: inSeconds(-9000), lastUsedAt: null }],
};

const after = (who: typeof user, what: string, winnerId: number): Shop => ({
  user: who,
  auction: endedAuction(winnerId),
  answers: { "GET /api/auctions/422/afterwards": AFTERWARDS[what] },
});

const SCREENS: Record<string, [string, Shop]> = {
  home: ["/", { products }],
  "home with nothing": ["/", { products: [] }],
  "home that failed": ["/", {}],
  "sign in": ["/auth", {}],
  register: ["/register", {}],
  sell: ["/sell/auction", { user }],
  catalogue: ["/products", { products }],
  "nothing found": ["/products?search=x", { products: [] }],
  listing: ["/products/1", { products }],
  auction: ["/auctions/422", { user, auction: anAuction() }],
  "auction for a guest": ["/auctions/422", { auction: anAuction() }],
  "own auction": ["/auctions/422", { user: aUser({ id: 9 }), auction: anAuction() }],
  leading: ["/auctions/422", { user, auction: anAuction({ currentBidderId: 7, reserveMet: true }) }],
  outbid: ["/auctions/422", { user, auction: anAuction({ bids: [leader, ownBid], bidCount: 2 }) }],
  "last two minutes": ["/auctions/422", { user, auction: anAuction({ endsAt: soon, effectiveEndsAt: soon }) }],
  "won auction": ["/auctions/422", { user, auction: anAuction({ status: "ended", winnerId: 7, reserveMet: true }) }],
  "won and to pay": ["/auctions/422", after(user, "to pay", 7)],
  "sold by me": ["/auctions/422", after(aUser({ id: 9 }), "sold", 11)],
  "sold by me and not paid": ["/auctions/422", after(aUser({ id: 9 }), "unpaid", 11)],
  "second chance": ["/auctions/422", after(user, "second chance", 11)],
  "my bids": ["/my-bids", { user, answers: { "GET /api/auctions/mine": running } }],
  "my bids that ended": ["/my-bids?when=over", { user, answers: { "GET /api/auctions/mine": over } }],
  "my bids with nothing": ["/my-bids", { user, answers: { "GET /api/auctions/mine": { auctions: [], next: null } } }],
  "my bids that failed": ["/my-bids", { user }],
  "no such auction": ["/auctions/9", {}],
  "not found": ["/nowhere", {}],
  "forgotten password": ["/auth?view=forgot", {}],
  "check the mail": ["/auth?registration=success", {}],
  "address verified": ["/auth/verify#access_token=x", { answers: { "POST /api/verify-email": { success: true } } }],
  "link spent": ["/auth/verify#access_token=x", { answers: { "POST /api/verify-email": spent } }],
  "new password": ["/reset-password#token=x", {}],
  "reset without a link": ["/reset-password", {}],
  "provider refused": ["/auth-callback#error=access_denied", {}],
  profile: ["/profile", { user }],
  "profile of a buyer": ["/profile", { user: buyer }],
  orders: ["/profile?tab=orders", { user }],
  favorites: ["/profile?tab=favorites", { user }],
  settings: ["/profile?tab=settings", { user, answers: ownLists }],
  "settings that failed": ["/profile?tab=settings", { user }],
  shop: ["/sellers/9", { products, answers: { "GET /api/sellers/9": aSeller({ isVerified: true }) } }],
  "own shop": ["/sellers/7", { user, products: [], answers: { "GET /api/sellers/7": aSeller({ id: 7 }) } }],
  "no such shop": ["/sellers/99", {}],
  "seller needed": ["/seller/dashboard", { user: aUser({ isSeller: false }) }],
};

test("nothing moves under the thumb when the last two minutes begin", async ({ page }) => {
  const endsAt = inSeconds(123);
  await pretend(page, { user, auction: anAuction({ endsAt, effectiveEndsAt: endsAt }) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/auctions/422");
  await expect(page.getByText("Ends in")).toBeVisible();
  const before = await page.getByTestId("place-bid").boundingBox();
  await expect(page.getByText("Last two minutes")).toBeVisible();
  expect(await page.getByTestId("place-bid").boundingBox()).toEqual(before);
});

for (const language of ["en", "ms"] as const) {
  test(`nothing moves under the thumb when another person takes the lead (${language})`, async ({ page, context }) => {
    const bids = [aBid(11, 12_500.5, [11, "z***4"], { isWinning: true }), aBid(10, 905, [7, "n***l"])];
    const many = { currentBid: 12_500.5, minimumBid: 12_505.5, bidCount: 2, buyNowPrice: 90_000 };
    const placesIn = async (room: typeof page, change: Parameters<typeof anAuction>[0]) => {
      await pretend(room, { user: aUser({ language }), auction: anAuction({ ...many, bids, ...change }) });
      await room.setViewportSize({ width: 390, height: 844 });
      await room.goto("/auctions/422");
      await expect(room.getByTestId("place-bid")).toBeVisible();
      await expect(room.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
      const buyNow = room.getByRole("button", { name: language === "en" ? "Buy Now" : "Beli Sekarang" });
      return Promise.all([room.getByTestId("place-bid").boundingBox(), buyNow.boundingBox()]);
    };
    const leading = await placesIn(page, { currentBidderId: 7 });
    expect(await placesIn(await context.newPage(), { currentBidderId: 11 })).toEqual(leading);
  });
}

test("in Malay a phone shows tabs, titles and buttons whole and in line", async ({ page, context }) => {
  const speaker = aUser({ language: "ms" });
  await pretend(page, { user: speaker, products, auction: anAuction() });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/auctions/422");
  const tabs = page.getByRole("tablist", { name: "Tentang lelongan ini" });
  await expect(tabs).toBeVisible();
  expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);

  await page.goto("/");
  const title = await page.getByRole("heading", { name: "Lelongan Langsung" }).boundingBox();
  const all = await page.getByRole("link", { name: /^Lihat Semua.*Lelongan Langsung$/ }).boundingBox();
  expect((all?.y ?? 0) + (all?.height ?? 0) / 2).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  const unread = page.getByTestId("unread-badge");
  await expect(unread, "the tab bar's, and no other").toHaveText("3");
  await expect(unread).toBeInViewport();

  const bids = await context.newPage();
  await pretend(bids, { user: speaker, answers: { "GET /api/auctions/mine": running } });
  await bids.setViewportSize({ width: 390, height: 844 });
  await bids.goto("/my-bids");
  const row = bids.getByTestId("my-auction").first();
  const [line, button] = await Promise.all([row.boundingBox(), row.locator("a").last().boundingBox()]);
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeCloseTo((line?.x ?? 0) + (line?.width ?? 0), 0);
});

for (const [name, [address, shop]] of Object.entries({
  ...SCREENS,
  ...BOOST_SCREENS,
  ...CASE_SCREENS,
  ...RISK_SCREENS,
  ...MONEY_SCREENS,
  ...TALK_SCREENS,
})) {
  test(`${name}, light and dark, wide and narrow`, async ({ page }) => {
    await pretend(page, shop);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.waitForLoadState("networkidle");
    expect(await wrongWith(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await wrongWith(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
}

test("a picture without words that stands beside the page is found", async ({ page }) => {
  await pretend(page, {});
  await page.goto("/terms-of-service");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  expect(await wrongWith(page)).toEqual([]);
  await page.evaluate(() => {
    const picture = Object.assign(new Image(), { src: "/favicon.svg" });
    picture.style.minWidth = "120vw";
    document.querySelector("main")?.append(picture);
  });
  expect(await wrongWith(page)).toEqual([expect.stringMatching(/^image-alt: /), "something stands beside the page"]);
});
