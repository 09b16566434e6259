import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { protectionTerms } from "./protection";
import { aVerification } from "./verification";

export const refusal = (status: number, code: string, message = code, details: Record<string, unknown> = {}) =>
  HttpResponse.json({ message, code, details, requestId: "test" }, { status });

const NO_FACETS = {
  total: 0,
  brands: [],
  categories: [],
  listingTypes: [],
  conditions: [],
  states: [],
  verified: { count: 0 },
};

const UNKNOWN_CODE = { verdict: "unknown", years: [], place: null, isAfterPurchase: false, provesAuthenticity: false };

const NO_REVIEWS = { averageRating: null, reviews: [], total: 0, stars: [0, 0, 0, 0, 0] };

export const server = setupServer(
  http.get("*/api/v1/auth/me", () => refusal(401, "not_signed_in")),
  http.post("*/api/v1/auth/refresh", () => refusal(401, "not_signed_in")),
  http.get("*/api/v1/auth/providers", () => HttpResponse.json([])),
  http.get("*/api/products", () => HttpResponse.json([])),
  http.get("*/api/products/featured", () => HttpResponse.json([])),
  http.get("*/api/products/facets", () => HttpResponse.json(NO_FACETS)),
  http.get("*/api/products/suggest", () => HttpResponse.json({ products: [], brands: [], searches: [] })),
  http.get("*/api/products/:id/similar", () => HttpResponse.json([])),
  http.get("*/api/products/batch-code", () => HttpResponse.json(UNKNOWN_CODE)),
  http.post("*/api/products/:id/view", () => new HttpResponse(null, { status: 204 })),
  http.get("*/api/auctions/:id/afterwards", () =>
    HttpResponse.json({ sale: null, secondChance: null, nextBidder: null, mayRelist: false }),
  ),
  http.get("*/api/categories", () => HttpResponse.json([{ id: 4, name: "Niche", description: null }])),
  http.get("*/api/favorites/ids", () => HttpResponse.json([])),
  http.get("*/api/favorites", () => HttpResponse.json([])),
  http.get("*/api/favorites/searches", () => HttpResponse.json([])),
  http.get("*/api/messages/unread-count", () => HttpResponse.json({ count: 0 })),
  http.get("*/api/orders", () => HttpResponse.json([])),
  http.get("*/api/orders/:id/listing", () => refusal(404, "not_found")),
  http.get("*/api/admin/orders/:id/listing", () => refusal(404, "not_found")),
  http.get("*/api/notifications/unread-count", () => HttpResponse.json({ count: 0 })),
  http.get("*/api/user/:id/notification-preferences", () => HttpResponse.json({})),
  http.get("*/api/user/:id/api-keys", () => HttpResponse.json([])),
  http.get("*/api/user/:id/push-devices", () => HttpResponse.json({ publicKey: "key", devices: [] })),
  http.get("*/api/user/:id/webhooks", () => HttpResponse.json([])),
  http.get("*/api/offers/received/:id", () => HttpResponse.json({ offer: null })),
  http.get("*/api/sellers/:id/figures", () => HttpResponse.json({ satisfaction: null, shippingDays: null })),
  http.get("*/api/sellers/:id/shelf", () => HttpResponse.json({ products: 0, sold: 0, delivered: 0, photos: [] })),
  http.get("*/api/sellers/:id/reviews", () => HttpResponse.json(NO_REVIEWS)),
  http.get("*/api/sellers/:id/verification", ({ params }) =>
    HttpResponse.json(aVerification({ sellerId: Number(params.id) })),
  ),
  http.get("*/api/settings", () =>
    HttpResponse.json({ auctions: true, payments: true, registration: true, firstBidAtStart: false }),
  ),
  http.get("*/api/boost/protection", () => HttpResponse.json(protectionTerms(false))),
  http.get("*/api/boost/deals/:id", () => refusal(404, "not_found")),
  http.get("*/api/boost/payout-account", () => refusal(404, "not_found")),
  http.get("*/api/boost/payouts", () => HttpResponse.json({ payouts: [], next: null })),
  http.get("*/api/boost/packages", () => HttpResponse.json([])),
  http.get("*/api/boost/seller-boosted", () => HttpResponse.json([])),
  http.get("*/api/boost/orders", () => HttpResponse.json({ orders: [], next: null })),
  http.get("*/api/boost/wallet", () => HttpResponse.json({ balance: 0, currency: "MYR", ways: ["wallet", "bill"] })),
  http.get("*/api/boost/wallet/entries", () => HttpResponse.json({ entries: [], next: null })),
  http.get("*/api/testimonials", () => HttpResponse.json([])),
  http.get("*/api/buyers/:id/reviews", () => HttpResponse.json(NO_REVIEWS)),
  http.get("*/api/transactions/:id/reviews", () =>
    HttpResponse.json({ yours: null, theirs: null, isTheirsHidden: false, mayWrite: false, until: null }),
  ),
  http.get("*/api/sellers/:id/products", () =>
    HttpResponse.json({ products: [], pagination: { page: 1, limit: 12, totalProducts: 0, totalPages: 0 } }),
  ),
);
