import { boughtListing } from "../../src/test/talk-makers";
import { aUser, inSeconds, type Shop } from "./pretend-shop";

const user = aUser({ staffRole: "admin" });
const pair = {
  id: 5,
  bidder: { id: 12, username: "kamal" },
  seller: { id: 9, username: "rak_farid" },
  score: 0.74,
  level: "review",
  reasons: [
    { code: "concentrated", figure: 18, of: 20, words: "" },
    { code: "answers", figure: 12, of: 18, words: "" },
    { code: "never_wins", figure: 0, of: 6, words: "" },
  ],
  state: "open",
  isMoneyHeld: false,
  flaggedAt: inSeconds(-9_000),
  decided: null,
};
const likely = {
  ...pair,
  id: 6,
  score: 0.92,
  level: "hold",
  isMoneyHeld: true,
  bidder: { id: 77, username: "" },
  reasons: [
    { code: "reciprocal", figure: 7, of: null, words: "" },
    { code: "unpaid", figure: 2, of: null, words: "" },
    { code: "stops_early", figure: 6, of: 6, words: "" },
  ],
};

const line = { dealId: 12, productId: 1, sellerId: 9, buyerId: 77, amount: 64_000, fee: 1_920, outcome: null };
const withheld = {
  ...line,
  role: "staff",
  state: "withheld",
  total: 65_920,
  refunded: 0,
  sellerAmount: 64_000,
  heldAt: inSeconds(-400_000),
  shipBy: null,
  dueAt: null,
  endedAt: null,
  next: [],
  dispute: null,
  returnTracking: null,
  decisionWords: "",
  payoutHold: { isConfirmed: true, secondPerson: null },
  timeline: [
    { event: "PAID", state: "held", actorId: null, at: inSeconds(-400_000) },
    { event: "ACCEPTED", state: "withheld", actorId: 77, at: inSeconds(-9_000) },
  ],
};
const listed = {
  ...line,
  state: "withheld",
  reason: null,
  openedAt: null,
  evidenceUntil: null,
  isEscalated: false,
  decidedAt: null,
  waitsForSecondPerson: false,
};

export const RISK_SCREENS: Record<string, [string, Shop]> = {
  "arranged bids": ["/admin/risk", { user, answers: { "GET /api/admin/risk": { pairs: [likely, pair], next: null } } }],
  "payouts that wait": [
    "/admin/disputes?state=withheld",
    { user, answers: { "GET /api/admin/boost/disputes": { disputes: [listed], next: null } } },
  ],
  "a payout that waits": [
    "/admin/disputes/12",
    {
      user,
      answers: {
        "GET /api/admin/boost/disputes/12": withheld,
        "GET /api/admin/orders/12/listing": boughtListing(),
      },
    },
  ],
};
