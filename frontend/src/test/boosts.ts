import type { Boosted, Order, Package, Receipt } from "@/shared/boosts/boosts";
import { NOW } from "./makers";

const SIZES = [1, 3, 5, 10];
const PRICES = { standard: [1000, 2700, 4000, 7000], premium: [2000, 5400, 8000, 14_000] };

export const packages: Package[] = (["standard", "premium"] as const).flatMap((package_type, half) =>
  SIZES.map((item_count, place) => ({
    id: half * 4 + place + 1,
    name: `${package_type === "premium" ? "Premium" : "Standard"} ${item_count}`,
    package_type,
    item_count,
    price: PRICES[package_type][place] ?? 0,
    duration_hours: half === 0 ? 72 : 168,
  })),
);

export const anOrder = (change: Partial<Order> = {}): Order => ({
  orderId: "31",
  status: "paid",
  amount: 2700,
  creditUsed: 0,
  refunded: 0,
  packageId: 2,
  packageName: "Standard 3",
  packageType: "standard",
  itemCount: 3,
  durationHours: 72,
  productIds: [1, 2, 3],
  paymentUrl: null,
  createdAt: NOW,
  paidAt: change.status && change.status !== "paid" ? null : NOW,
  receiptNumber: change.status && change.status !== "paid" ? null : "WG-2026-000127",
  featuredUntil: [],
  ...change,
});

export const aBoosted = (change: Partial<Boosted> = {}): Boosted => ({
  id: 1,
  name: "Smoke Vesper",
  price: 64_000,
  status: "active",
  image_url: null,
  is_featured: true,
  boost_type: "standard",
  boost_package_id: 1,
  boosted_until: NOW,
  order_id: "31",
  spent: 1000,
  ...change,
});

export const aReceipt = (change: Partial<Receipt> = {}): Receipt => ({
  receiptNumber: "WG-2026-000127",
  issuedAt: NOW,
  seller: { name: "Nurul Aisyah" },
  lines: [{ description: "Standard Boost, 3 bottles, 3 days", quantity: 1, unitPrice: 2700, amount: 2700 }],
  subtotal: 2700,
  tax: { name: "Service tax", ratePercent: 0, amount: 0 },
  total: 2700,
  creditUsed: 700,
  paid: 2000,
  paymentChannel: "FPX, Maybank2u",
  billId: "8X0Iyzaw",
  ...change,
});
