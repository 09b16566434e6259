import { HttpResponse, http } from "msw";
import type { Auction, Bid } from "@/features/auctions/live";
import type { Product } from "@/shared/listings/types";
import type { Seller } from "@/shared/session/account-types";
import type { User } from "@/shared/session/session";
import { server } from "./server";

export const NOW = "2026-11-20T12:00:00Z";

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
    createdAt: NOW,
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
    username: "meiling.attic",
    shopName: "Meiling’s Attic",
    bio: null,
    location: "Ipoh",
    avatarUrl: null,
    profileImage: null,
    coverPhoto: null,
    isVerified: false,
    is_verified: false,
    createdAt: "2025-03-03T12:00:00Z",
    ...change,
  };
}

export function aBid(change: Partial<Bid> = {}): Bid {
  const bidderId = change.bidderId ?? 11;
  return {
    id: 1,
    auctionId: 422,
    bidderId,
    bidder: { id: bidderId, name: "z***4", isDeleted: false },
    amount: 100,
    placedAt: NOW,
    isAuto: false,
    isWinning: true,
    ...change,
  };
}

export function anAuction(change: Partial<Auction> = {}): Auction {
  const endsAt = change.endsAt ?? new Date(Date.now() + 3600_000).toISOString();
  return {
    id: 422,
    productId: 1,
    sellerId: 9,
    startingPrice: 95,
    reservePrice: null,
    buyNowPrice: null,
    currentBid: 100,
    currentBidderId: 11,
    bidIncrement: 5,
    startsAt: "2026-11-14T12:00:00Z",
    endsAt,
    effectiveEndsAt: endsAt,
    status: "active",
    createdAt: NOW,
    updatedAt: NOW,
    bidCount: 1,
    bids: [aBid()],
    product: {
      id: 1,
      name: "Smoke Vesper",
      brand: "Atelier Noctell",
      description: "Heavy and beautiful.",
      volume: 50,
      remainingPercentage: 60,
      categoryId: 4,
      batchCode: null,
      purchaseYear: null,
      boxCondition: "Good",
      imageUrl: null,
      images: [],
      sellerId: 9,
      seller: { id: 9, username: "meiling.attic", isDeleted: false, profileImage: null },
    },
    minimumBid: 105,
    reserveMet: null,
    buyNowOpen: true,
    ownBid: null,
    ownMaximum: null,
    finalPrice: null,
    relistedFrom: null,
    outcome: null,
    winnerId: null,
    extension: { windowSeconds: 120, seconds: 120, capSeconds: 1800 },
    serverNow: new Date().toISOString(),
    seq: 4,
    epoch: 1,
    ...change,
  };
}

export function aProduct(change: Partial<Product> = {}): Product {
  return {
    id: 1,
    name: "Smoke Vesper",
    brand: "Atelier Noctell",
    description: "Heavy and beautiful.",
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
    imageUrl: null,
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
    batchCode: null,
    purchaseYear: null,
    boxCondition: "Good",
    listingType: "fixed",
    sellerId: 9,
    seller: { id: 9, username: "meiling.attic", isDeleted: false, profileImage: null },
    status: "active",
    createdAt: NOW,
    updatedAt: NOW,
    auction: null,
    ...change,
  };
}

export function aToken(seconds = 600, sub = "7", at = Math.floor(Date.now() / 1000)): string {
  return `h.${btoa(JSON.stringify({ sub, iat: at, exp: at + seconds }))}.s`;
}

export function signedInAs(user: User): void {
  localStorage.setItem("app_token", "a-token");
  server.use(http.get("*/api/v1/auth/me", () => HttpResponse.json(user)));
}
