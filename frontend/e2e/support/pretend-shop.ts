import type { Page, WebSocketRoute } from "@playwright/test";
import type { Seller, User } from "@/shared/session/account-types";
import type { components } from "../../src/generated/api";
import type { Product } from "../../src/shared/listings/types";
import { catalogueAnswer } from "./pretend-catalogue";

type Schemas = components["schemas"];
export type Auction = Schemas["AuctionAuctionOut"];
export type { Product };

export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

export function aUser(change: Partial<User> = {}): User {
  return {
    id: 7,
    username: "nurul.a",
    email: "nurul@wangi.example",
    firstName: "Nurul",
    lastName: "Aisyah",
    address: null,
    profileImage: null,
    avatarUrl: null,
    coverPhoto: null,
    walletBalance: 0,
    isSeller: true,
    isAdmin: false,
    staffRole: null,
    isBanned: false,
    isVerified: false,
    is_verified: false,
    emailVerified: true,
    shopName: null,
    location: null,
    bio: null,
    provider: null,
    createdAt: inSeconds(0),
    language: "en",
    languageChosen: true,
    theme: "system",
    pendingEmail: null,
    suspendedUntil: null,
    hasPassword: true,
    twoFactor: false,
    waitsForSecondFactor: false,
    ...change,
  };
}

export function aSeller(change: Partial<Seller> = {}): Seller {
  return {
    id: 9,
    username: "farid.h",
    shopName: "Farid’s Cabinet",
    bio: "I buy more than I can wear. Everything here lived in a dark drawer with the air-con on. Photographs are mine, levels are measured against a lamp.",
    location: "Petaling Jaya",
    avatarUrl: null,
    profileImage: null,
    coverPhoto: null,
    isVerified: false,
    is_verified: false,
    createdAt: "2025-03-03T12:00:00Z",
    ...change,
  };
}

export function aProduct(change: Partial<Product> = {}): Product {
  return {
    id: 1,
    name: "Smoke Vesper",
    brand: "Atelier Noctell",
    description: "Heavy and beautiful, one spray fills the room.",
    price: 640,
    priceSen: 64_000,
    currency: "MYR",
    pricePerMl: 21.33,
    concentration: null,
    notes: null,
    state: null,
    favourites: 0,
    views: 0,
    soldAt: null,
    relistOf: null,
    removedReason: null,
    imageUrl: "/api/images/smoke-vesper",
    images: [],
    category: { id: 4, name: "Niche" },
    categoryId: 4,
    stockQuantity: 1,
    averageRating: null,
    reviews: 0,
    isNew: false,
    isFeatured: false,
    featuredUntil: null,
    featuredAt: null,
    featuredDurationHours: null,
    boostType: null,
    boostPackageId: null,
    boostGroupId: null,
    remainingPercentage: 60,
    volume: 50,
    batchCode: "NT-0419",
    purchaseYear: 2023,
    boxCondition: "Damaged",
    listingType: "fixed",
    sellerId: 9,
    seller: { id: 9, username: "meiling.attic", isDeleted: false, profileImage: null },
    status: "active",
    createdAt: inSeconds(0),
    updatedAt: inSeconds(0),
    auction: null,
    ...change,
  };
}

export function aBid(
  id: number,
  amount: number,
  bidder: [number, string],
  change: Partial<Schemas["AuctionBidOut"]> = {},
) {
  return {
    id,
    auctionId: 422,
    bidderId: bidder[0],
    bidder: { id: bidder[0], name: bidder[1], isDeleted: false },
    amount,
    placedAt: inSeconds(-60 * (40 - id)),
    isAuto: false,
    isWinning: false,
    ...change,
  };
}

const BIDDERS: [number, string][] = [
  [11, "z***4"],
  [12, "n***a"],
  [13, "k***g"],
];

const UNMEASURED = { width: null, height: null, kind: null, sizes: [] };

export function anAuction(change: Partial<Auction> = {}): Auction {
  const amounts = [625, 640, 660, 700, 720, 760, 800, 850, 875, 880];
  const bids = amounts
    .map((amount, place) => aBid(place + 1, amount, BIDDERS[place % 3] as [number, string]))
    .reverse();
  const ends = inSeconds(3600 + 42 * 60);
  return {
    id: 422,
    productId: 1,
    sellerId: 9,
    startingPrice: 620,
    reservePrice: null,
    buyNowPrice: 1200,
    currentBid: 880,
    currentBidderId: 11,
    finalPrice: null,
    relistedFrom: null,
    bidIncrement: 5,
    startsAt: inSeconds(-6 * 86_400),
    endsAt: ends,
    effectiveEndsAt: ends,
    status: "active",
    createdAt: inSeconds(0),
    updatedAt: inSeconds(0),
    bidCount: bids.length,
    bids: bids.map((bid, place) => ({ ...bid, isWinning: place === 0 })),
    product: {
      id: 1,
      name: "Chypre d’Octobre",
      brand: "Serein & Fils",
      volume: 118,
      remainingPercentage: 35,
      categoryId: 1,
      description:
        "From my late aunt’s dresser in Penang, top notes are a little faded but the mossy base is glorious.",
      batchCode: "SF-98",
      purchaseYear: 1998,
      boxCondition: "No Box",
      imageUrl: null,
      sellerId: 9,
      images: [1, 2, 3].map((id) => ({
        id,
        imageUrl: `/api/images/chypre-${id}`,
        imageOrder: id,
        ...UNMEASURED,
      })),
      seller: { id: 9, username: "meiling.attic", isDeleted: false, profileImage: null },
    },
    minimumBid: 885,
    reserveMet: false,
    buyNowOpen: true,
    ownBid: null,
    ownMaximum: null,
    outcome: null,
    winnerId: null,
    extension: { windowSeconds: 120, seconds: 120, capSeconds: 1800 },
    serverNow: inSeconds(0),
    seq: 10,
    epoch: 1,
    ...change,
  };
}

export interface Shop {
  user?: User | null;
  products?: Product[];
  auction?: Auction | null;
  connected?: boolean;
  answers?: Record<string, unknown>;
  unanswered?: string[];
  photo?: (name: string) => string | undefined;
  replies?: Record<string, (frame: Record<string, unknown>) => unknown>;
}

export async function pretend(page: Page, shop: Shop): Promise<{ send: (name: string, frame: unknown) => void }> {
  await page.addInitScript((signedIn) => {
    if (signedIn) localStorage.setItem("app_token", "pretend");
  }, Boolean(shop.user));
  await page.route("**/api/**", (route) => {
    const url = new URL(route.request().url());
    const call = `${route.request().method()} ${url.pathname}`;
    if (shop.unanswered?.includes(call)) return;
    const answer = further(call, shop);
    return route.fulfill(
      answer ?? (shop.products && catalogueAnswer(url, shop.products)) ?? answerTo(url.pathname, shop),
    );
  });
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket("**/ws/**", (socket) => {
    if (shop.connected === false) return void socket.close();
    sockets.push(socket);
    speak(socket, shop);
  });
  const send = (name: string, frame: unknown) => {
    for (const socket of sockets) socket.send(`42${JSON.stringify([name, frame])}`);
  };
  return { send };
}

type Answer = { status?: number; json?: unknown; path?: string; headers?: Record<string, string> };

function further(call: string, { answers = {} }: Shop): Answer | undefined {
  if (!(call in answers)) return undefined;
  const answer = answers[call];
  if (answer instanceof Refused) return { status: answer.status, json: answer.body };
  return { json: answer };
}

export class Refused {
  readonly body: { message: string; code: string; details: Record<string, unknown> };
  constructor(
    readonly status: number,
    code: string,
    message = code,
    details: Record<string, unknown> = {},
  ) {
    this.body = { message, code, details };
  }
}

function answerTo(path: string, shop: Shop): Answer {
  const image = path.match(/^\/api\/images\/(.+)$/)?.[1];
  if (image) return { path: shop.photo?.(image) } as Answer;
  const defaultAnswers: Record<string, unknown> = {
    "/api/v1/auth/me": shop.user,
    "/api/v1/auth/providers": [],
    "/api/favorites/ids": shop.user && [],
    "/api/favorites": shop.user && [],
    "/api/favorites/searches": shop.user && [],
    "/api/messages/unread-count": shop.user && { count: 3 },
    "/api/notifications/unread-count": shop.user && { count: 1 },
    "/api/auctions/422": shop.auction,
  };
  if (defaultAnswers[path]) return { json: defaultAnswers[path] };
  const status = path.endsWith("/me") || path.endsWith("/refresh") ? 401 : 404;
  return { status, json: { message: "Not found.", code: status === 401 ? "not_signed_in" : "not_found", details: {} } };
}

function speak(socket: WebSocketRoute, shop: Shop): void {
  socket.send(
    `0${JSON.stringify({ sid: "a", upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 100_000 })}`,
  );
  socket.onMessage(async (message) => {
    const text = String(message);
    if (text.startsWith("40")) socket.send(`40${JSON.stringify({ sid: "b" })}`);
    const event = text.match(/^42(\d*)(\[.*\])$/s);
    if (!event) return;
    const [name, frame] = JSON.parse(event[2] ?? "[]");
    const reply = (await shop.replies?.[name]?.(frame)) ?? {};
    if (event[1]) socket.send(`43${event[1]}${JSON.stringify([reply])}`);
  });
}
