import { dashboardShop, days, listings } from "./pretend-dashboard";
import { aUser, inSeconds, Refused, type Shop } from "./pretend-shop";

const HOUR = 3600;
const SIZES = [1, 3, 5, 10];
const PRICES = { standard: [1000, 2700, 4000, 7000], premium: [2000, 5400, 8000, 14_000] };

export const packages = (["standard", "premium"] as const).flatMap((package_type, half) =>
  SIZES.map((item_count, place) => {
    const price = PRICES[package_type][place] ?? 0;
    const duration_hours = half === 0 ? 72 : 168;
    const name = `${half === 0 ? "Standard" : "Premium"} ${item_count}`;
    return { id: half * 4 + place + 1, name, package_type, item_count, price, duration_hours };
  }),
);

const anOrder = (orderId: number, status: string, change: Record<string, unknown> = {}) => ({
  orderId: String(orderId),
  status,
  amount: 2700,
  creditUsed: 0,
  packageId: 2,
  packageName: "Standard 3",
  packageType: "standard",
  itemCount: 3,
  durationHours: 72,
  productIds: [1, 2, 3],
  paymentUrl: status === "pending" ? "https://pay.example/a" : null,
  createdAt: inSeconds(-orderId * HOUR),
  paidAt: status === "paid" ? inSeconds(-HOUR) : null,
  receiptNumber: status === "paid" ? "WG-2026-000127" : null,
  featuredUntil: [],
  ...change,
});

const featured = listings.slice(0, 3).map(({ id, name }) => {
  return { productId: id, name, until: inSeconds(-HOUR), spent: 1000 };
});

const orders = [
  anOrder(1, "pending"),
  anOrder(2, "failed", {
    packageName: "Premium 10",
    itemCount: 10,
    amount: 14_000,
    packageType: "premium",
    durationHours: 168,
  }),
  anOrder(3, "paid", { featuredUntil: featured }),
  anOrder(4, "refunded"),
];

const boosted = listings.slice(0, 3).map(({ id, name, price }, at) => ({
  id,
  name,
  price: price * 100,
  status: "active",
  image_url: null,
  is_featured: at < 2,
  boost_type: at === 1 ? "premium" : "standard",
  boost_package_id: at === 1 ? 5 : 1,
  boosted_until: inSeconds((at < 2 ? 71 - at * 60 : -5) * HOUR),
  order_id: "3",
  spent: 1000,
}));

const entries = [
  [4, "debit", 2700, 4850, "held", "3"],
  [3, "credit", 550, 7550, "removed", "2"],
  [2, "credit", 5000, 7000, "refunded", null],
  [1, "credit", 2000, 2000, "late", null],
].map(([id, kind, amount, balance, reason, orderId]) => ({
  id,
  kind,
  amount,
  balance,
  reason,
  orderId,
  at: inSeconds(-90 * HOUR + Number(id) * 20 * HOUR),
}));

const receipt = {
  receiptNumber: "WG-2026-000127",
  issuedAt: inSeconds(-HOUR),
  seller: { name: "Farid Hamdan" },
  lines: [{ description: "Standard Boost, 3 bottles, 3 days", quantity: 1, unitPrice: 2700, amount: 2700 }],
  subtotal: 2700,
  tax: { name: "Service tax", ratePercent: 0, amount: 0 },
  total: 2700,
  creditUsed: 700,
  paid: 2000,
  paymentChannel: "FPX, Maybank2u",
  billId: "8X0Iyzaw",
};

const counted = days.map((day, at) => ({
  ...day,
  shown: at < 23 ? 0 : 400 + at,
  conversations: at % 4,
  deals: at === 26 ? 1 : 0,
}));
const report = {
  productId: 1,
  boostedAt: inSeconds(-3 * 24 * HOUR),
  boostedUntil: inSeconds(71 * HOUR),
  days: counted.slice(-7),
  before: counted.slice(-14, -7),
};

export const boostShop = (answers: Record<string, unknown> = {}): Shop =>
  dashboardShop({
    "GET /api/boost/packages": packages,
    "GET /api/seller/boost-report": report,
    "GET /api/boost/seller-boosted": boosted,
    "GET /api/boost/orders": { orders, next: "more" },
    "GET /api/boost/orders/3": anOrder(3, "paid"),
    "GET /api/boost/orders/3/receipt": receipt,
    "GET /api/boost/wallet": { balance: 4850, currency: "MYR", ways: ["wallet", "bill"] },
    "GET /api/boost/wallet/entries": { entries, next: "more" },
    ...answers,
  });

const failed = new Refused(503, "unavailable");
const back = "/seller/dashboard?tab=boosted&payment=success&order=3";
const nothing = { "GET /api/boost/seller-boosted": [], "GET /api/boost/orders": { orders: [], next: null } };
const broken = { "GET /api/boost/seller-boosted": failed, "GET /api/boost/orders": failed };
const speaker = (shop: Shop): Shop => ({ ...shop, user: aUser({ ...shop.user, language: "ms" }) });

export const BOOST_SCREENS: Record<string, [string, Shop]> = {
  "boost packages": ["/boost-checkout", boostShop()],
  "premium packages": ["/boost-checkout?type=premium", boostShop()],
  "packages in Malay": ["/boost-checkout", speaker(boostShop())],
  "packages that failed": ["/boost-checkout", boostShop({ "GET /api/boost/packages": failed })],
  "products of a boost": ["/boost-checkout?package=2&products=1,3,4", boostShop()],
  "no products for a boost": ["/boost-checkout?package=2", boostShop({ "GET /api/seller/products": [] })],
  "order of a boost": ["/boost-checkout?step=checkout&package=2&products=1,3,4", boostShop()],
  "order of a boost in Malay": ["/boost-checkout?step=checkout&package=2&products=1,3,4", speaker(boostShop())],
  "boosted products": ["/seller/dashboard?tab=boosted", boostShop()],
  "boosted products in Malay": ["/seller/dashboard?tab=boosted", speaker(boostShop())],
  "nothing boosted": ["/seller/dashboard?tab=boosted", boostShop(nothing)],
  "boosted products that failed": ["/seller/dashboard?tab=boosted", boostShop(broken)],
  "payment that succeeded": [back, boostShop()],
  "payment that failed": [back, boostShop({ "GET /api/boost/orders/3": anOrder(3, "failed") })],
  "payment that is on its way": [back, boostShop({ "GET /api/boost/orders/3": anOrder(3, "review") })],
  "payment of which nothing is known": [back, boostShop({ "GET /api/boost/orders/3": failed })],
  receipt: ["/boosts/3/receipt", boostShop()],
  "no such receipt": ["/boosts/9/receipt", boostShop()],
  wallet: ["/profile?tab=wallet", boostShop()],
  "wallet in Malay": ["/profile?tab=wallet", speaker(boostShop())],
  "wallet with nothing": [
    "/profile?tab=wallet",
    boostShop({ "GET /api/boost/wallet/entries": { entries: [], next: null } }),
  ],
  "wallet that failed": ["/profile?tab=wallet", { user: aUser() }],
};
