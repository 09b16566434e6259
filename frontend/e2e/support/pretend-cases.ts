import { aProduct, aUser, inSeconds, type Shop } from "./pretend-shop";

const user = aUser({ staffRole: "admin" });
const aisyah = { id: 7, username: "aisyah" };
const free = { claimedBy: null, claimedUntil: null, decision: null, reason: null, overAt: null };
const aCase = (id: number, change: object) => ({
  id,
  kind: "listing",
  subjectId: 400 + id,
  about: { id: 9, username: "rak_farid" },
  state: "open",
  priority: 0,
  reportedFor: "misleading",
  reports: 1,
  openedAt: inSeconds(-9_000 * id),
  waitsSince: inSeconds(-9_000 * id),
  dueAt: inSeconds(86_400 - 9_000 * id),
  ...free,
  ...change,
});
const listing = aCase(1, { priority: 1, reports: 2, reportedFor: "counterfeit" });
const cases = [
  aCase(2, { state: "appealed", priority: 2, decision: "take_down", reason: "counterfeit" }),
  listing,
  aCase(3, { kind: "message", claimedBy: aisyah, claimedUntil: inSeconds(1_200) }),
  aCase(40, { kind: "person", about: { id: 77, username: "" } }),
];
const step = { step: "opened", by: null, decision: null, reason: null, days: null, words: "", at: inSeconds(-9_000) };
const filed = { reason: "counterfeit", filedAt: inSeconds(-9_000), filed: 3, agreed: 2 };
const page = {
  case: listing,
  filed: [
    { ...filed, reporter: { id: 8, username: "amir" } },
    { ...filed, reporter: { id: 11, username: "nurul.izzati" }, reason: "misleading" },
  ],
  steps: [step, { ...step, step: "claimed", by: aisyah }],
  acknowledgements: [{ service: "catalog", outcome: null, doneAt: null }],
  appeal: null,
  othersAbout: 2,
  actedUpon: 1,
  decisions: ["take_down", "warn", "suspend", "dismiss"],
};
const person = {
  emailHash: "8f14e45fceea167a5a36dedd4bea2543",
  account: {
    ...user,
    id: 9,
    username: "rak_farid",
    email: "farid.rahman@wangi.example",
    firstName: "Farid",
    lastName: "Rahman",
    isSeller: true,
    isAdmin: false,
    staffRole: null,
    isBanned: false,
    isVerified: true,
    identityCheckedAt: inSeconds(-900_000),
    emailVerified: true,
    suspendedUntil: inSeconds(90_000),
    createdAt: inSeconds(-9_000_000),
  },
  banAsked: {
    byAdminId: 3,
    reason: "Sent two buyers water in a bottle of mine.",
    askedAt: inSeconds(-900),
    until: inSeconds(85_500),
  },
  roleAsked: null,
  signIns: ["Safari on iPhone", "Chrome on Windows"].map((device) => ({
    device,
    place: "Network 60.52.14.0/24",
    network: "60.52.14.0/24",
    signedInWith: "password",
    createdAt: inSeconds(-9_000),
    lastSeenAt: inSeconds(-90),
  })),
  acts: [
    {
      act: "suspend",
      byAdminId: 7,
      reason: "Sold one bottle twice.",
      before: {},
      after: {},
      happenedAt: inSeconds(-900),
    },
  ],
};
const side = (id: number, username: string) => ({
  id,
  username,
  isDeleted: false,
  isVerified: false,
  profileImage: null,
});
const order = {
  id: 31,
  orderNumber: "WG-000031",
  userId: 8,
  buyer: side(8, "amir"),
  seller: side(9, "rak_farid"),
  items: [{ id: 401, name: "Rose Parlour Extrait de Parfum, the very long name of a bottle" }],
  itemCount: 1,
  status: "shipped",
  total: 1_250.5,
  courier: null,
  trackingNumber: null,
  cancelAskedBy: null,
  cancelAskedUntil: null,
  createdAt: inSeconds(-90_000),
  transactionStatus: "WAITING_DELIVERY",
};
const words = { createdAt: inSeconds(-9_000), reason: "counterfeit", words: "The cap is of another brand." };

const APPEAL = "The number is EH123456789MY, andafullaccountofitwithoutasinglespacecangoonandonlikethisforalongwhile.";
const suspension = {
  id: 41,
  kind: "listing",
  subjectId: 401,
  sanction: "suspend",
  reason: "counterfeit",
  decidedAt: inSeconds(-9_000),
  until: inSeconds(900_000),
  state: "stands",
  mayAppeal: true,
  appealUntil: inSeconds(2_500_000),
  appeal: null,
  answeredAt: null,
};
export const CASE_SCREENS: Record<string, [string, Shop]> = {
  cases: ["/admin/cases", { user, answers: { "GET /api/admin/cases": { cases, next: null } } }],
  "one case": [
    "/admin/cases/1",
    {
      user,
      answers: {
        "GET /api/admin/cases/1": page,
        "GET /api/admin/products/401/reports": {
          listing: aProduct({ id: 401 }),
          reports: [{ ...words, reporterId: 8 }],
          samePictures: [],
          sameCode: [],
          appeals: [{ words: "I bought it at the counter and have the receipt.", createdAt: inSeconds(-60) }],
        },
      },
    },
  ],
  "an appeal of a suspension": [
    "/admin/cases/41",
    {
      user,
      answers: {
        "GET /api/admin/cases/41": {
          ...page,
          case: aCase(41, { kind: "person", state: "appealed", priority: 2, decision: "suspend", reason: "scam" }),
          acknowledgements: [{ service: "auth", outcome: "done", doneAt: inSeconds(-900) }],
          appeal: { words: `I sent the parcel. ${APPEAL}`, at: inSeconds(-60) },
          decisions: ["lift", "keep"],
        },
        "GET /api/admin/messages/reports": [],
      },
    },
  ],
  "one's own suspension": ["/cases/41", { user: aUser(), answers: { "GET /api/cases/41": suspension } }],
  "one's own suspension, appealed": [
    "/cases/41",
    {
      user: aUser(),
      answers: {
        "GET /api/cases/41": {
          ...suspension,
          state: "appealed",
          mayAppeal: false,
          appeal: { words: APPEAL, at: inSeconds(-60) },
        },
      },
    },
  ],
  "one purchase": [
    "/admin/orders/31",
    {
      user,
      answers: {
        "GET /api/admin/orders/31": {
          ...order,
          timeline: [
            { kind: "offered", actorId: 9, at: inSeconds(-90_000), details: {} },
            { kind: "initiate", actorId: 8, at: inSeconds(-80_000), details: {} },
            { kind: "shipped", actorId: 1, at: inSeconds(-9_000), details: { staffReason: "courier", words: APPEAL } },
          ],
        },
        "GET /api/boost/deals/31": null,
      },
    },
  ],
  "one member": [
    "/admin/people/9",
    {
      user,
      answers: {
        "GET /api/admin/users/9": person,
        "GET /api/admin/orders": [order],
        "GET /api/admin/cases/about/9": {
          cases: [listing],
          sanctions: [
            {
              sanction: "ban",
              decidedAt: inSeconds(-400),
              waitsFor: ["auction"],
              answers: [
                {
                  service: "catalog",
                  appliedAt: inSeconds(-399),
                  consequences: [{ what: "listings_hidden", count: 12 }],
                },
                { service: "messaging", appliedAt: inSeconds(-399), consequences: [] },
                { service: "boost", appliedAt: inSeconds(-399), consequences: [] },
              ],
            },
          ],
          reported: [{ case: listing, reason: "spam", filedAt: inSeconds(-90_000) }],
          filed: 4,
          agreed: 3,
        },
        "GET /api/admin/auctions/strikes/9": {
          strikes: [{ number: 1, auctionId: 422, givenAt: inSeconds(-900_000) }],
          pausedUntil: inSeconds(900_000),
        },
        "GET /api/admin/boost/people/9": {
          balance: 12_050,
          held: [{ dealId: 31, role: "seller", state: "held", amount: 50_000, fee: 1_250, heldAt: inSeconds(-9_000) }],
          payouts: [],
          entries: [],
        },
      },
    },
  ],
};
