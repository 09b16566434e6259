import { aUser, inSeconds, Refused, type Shop } from "./pretend-shop";

const staff = aUser({ staffRole: "admin" });
const raw = "id=zq0tm2wc&collection_id=boosts01&paid=true&state=paid&amount=2700&paid_amount=2700&x_signature=(hidden)";
const ABOUT = [
  ["paid", { orderId: "31", sellerId: 9 }],
  ["forged", { billId: null, raw: "id=zq0tm2wc&paid=true&amount=1&x_signature=(hidden)" }],
  ["unknown", { billId: "8X0Iyzaw" }],
  ["credited", { dealId: 12, sellerId: 9 }],
  ["review", { orderId: "33", sellerId: 9, kind: "redirect" }],
  [null, { judgedAt: null, orderId: "34", sellerId: 9 }],
] as const;
const callbacks = ABOUT.map(([judgement, change], at) => ({
  id: 90 - at,
  kind: "callback",
  billId: "zq0tm2wc",
  raw,
  receivedAt: inSeconds(-at * 700),
  judgedAt: inSeconds(-at * 700),
  judgement,
  orderId: null,
  dealId: null,
  sellerId: null,
  ...change,
}));

const ADDRESS = "/admin/money?tab=callbacks";
const shop = (answer: unknown, user = staff): Shop => ({ user, answers: { "GET /api/admin/boost/callbacks": answer } });

export const MONEY_SCREENS: Record<string, [string, Shop]> = {
  callbacks: [ADDRESS, shop({ callbacks, next: "more" })],
  "callbacks in Malay": [ADDRESS, shop({ callbacks, next: null }, aUser({ staffRole: "admin", language: "ms" }))],
  "no callbacks": [ADDRESS, shop({ callbacks: [], next: null })],
  "callbacks that failed": [ADDRESS, shop(new Refused(503, "unavailable"))],
};
