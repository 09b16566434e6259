import { aProduct, aUser, inSeconds, type Product, type Shop } from "./pretend-shop";

export const seller = aUser({ username: "farid.h", location: "Petaling Jaya" });

const DAY = 86_400;
const own = { sellerId: 7, seller: { ...aProduct().seller, id: 7, username: "farid.h" } };

const LISTINGS: [string, string, string, number, Partial<Product>][] = [
  [
    "Smoke Vesper",
    "Atelier Noctell",
    "Niche",
    640,
    { listingType: "negotiable", isFeatured: true, featuredUntil: inSeconds(3 * DAY), boostPackageId: 2 },
  ],
  [
    "Amber Ledger",
    "Halden Row",
    "Designer",
    275,
    { isFeatured: true, featuredUntil: inSeconds(6 * DAY), boostPackageId: 6 },
  ],
  ["Fig Cloister", "Quillon", "Niche", 520, { listingType: "negotiable", featuredUntil: inSeconds(-DAY) }],
  ["First Light", "Halden Row", "Designer", 345, { stockQuantity: 2, averageRating: 4.9, reviews: 8 }],
  ["Melati Malam", "Kasturi Lane", "Local", 150, { listingType: "negotiable", averageRating: 4.5, reviews: 2 }],
  ["Iris Telegram", "Corvane", "Niche", 410, { status: "pending" }],
  ["Oud Senja", "Dar Al Sahra", "Arabian House", 120, { status: "sold" }],
  ["Pandan Pagi", "Kasturi Lane", "Local", 95, { status: "archived", stockQuantity: 0 }],
  ["Lime Harbour", "Serein & Fils", "Designer", 210, { status: "removed" }],
];

export const listings: Product[] = LISTINGS.map(([name, brand, category, price, change], at) =>
  aProduct({
    ...own,
    id: at + 1,
    name,
    brand,
    price,
    category: { id: (at % 4) + 1, name: category },
    imageUrl: `/api/images/${`${brand} ${name}`.toLowerCase().replace(/[^a-z]+/g, "-")}-1`,
    createdAt: inSeconds(-at * DAY),
    ...change,
    ...(change.status === "removed" && { removedReason: "The photographs are not of this bottle." }),
  } as Partial<Product>),
);

export const days = Array.from({ length: 30 }, (_, at) => ({
  day: new Date(Date.UTC(2026, 9, 23 + at)).toISOString().slice(0, 10),
  views: Math.round(12 + at * 1.6 + 14 * Math.abs(Math.sin(at / 3))),
  favourites: Math.round(Math.abs(6 * Math.sin(at / 4))),
}));

const packages = [
  [1, "One bottle", "standard", 1, 1000],
  [2, "3 bottles", "standard", 3, 2700],
  [3, "5 bottles", "standard", 5, 4000],
  [5, "One bottle, premium", "premium", 1, 2500],
].map(([id, name, package_type, item_count, price]) => ({
  id,
  name,
  package_type,
  item_count,
  price,
  effective_price: Number(price) / Number(item_count),
  duration_hours: 72,
  duration_formatted: "3 days",
}));

const ways = { inApp: true, mail: true, push: false };

export function dashboardShop(answers: Record<string, unknown> = {}): Shop {
  const draft = { id: 5, form: { name: "Cendana Sore", listingType: "fixed" }, createdAt: inSeconds(-DAY) };
  return {
    user: seller,
    products: [],
    answers: {
      "GET /api/seller/products": listings,
      "GET /api/seller/dashboard": {
        totalProducts: 9,
        totalInventory: 9,
        averagePrice: 298.33,
        views30: 1128,
        favourites: 106,
        stock: { low: 8, medium: 0, good: 0, out: 1 },
        byStatus: { active: 3, featured: 2, pending: 1, sold: 1, archived: 1 },
        topRated: [],
      },
      "GET /api/seller/stats": {
        days,
        products: listings
          .slice(0, 5)
          .map(({ id, name }, at) => ({ id, name, views: 400 - at * 70, favourites: 9 - at })),
      },
      "GET /api/seller/drafts": [{ ...draft, updatedAt: inSeconds(-3600) }],
      "POST /api/seller/drafts": { ...draft, id: 6, updatedAt: inSeconds(0) },
      "PUT /api/seller/drafts/6": { ...draft, id: 6, updatedAt: inSeconds(0) },
      "GET /api/boost/packages": packages,
      "GET /api/products/facets": { brands: [{ name: "Atelier Noctell", count: 3 }], total: 3 },
      "GET /api/user/7/notification-preferences": { sales: ways, reviews: ways, low_stock: ways },
      ...answers,
    },
  };
}
