import { expect, it } from "vitest";
import { statusOf } from "@/shared/listings/listing";
import { aProduct, NOW } from "@/test/makers";
import { gridOf, namedDays, totalsOf } from "../analytics/chart";
import type { Listing } from "../api";
import { bandOf, inOrder, matchingListings, priceRange } from "./order";

const now = Date.parse(NOW);
const later = "2026-11-23T14:00:00Z";
const earlier = "2026-11-19T09:00:00Z";
const listing = (id: number, change: Partial<Listing> = {}) =>
  ({ ...aProduct({ id, createdAt: `2026-11-${String(id).padStart(2, "0")}T00:00:00Z` }), ...change }) as Listing;

it("DASH-07, DASH-17: featured, active, pending, sold, archived; unknown as active; the newest first among equals", () => {
  const all = [
    listing(1, { status: "archived" }),
    listing(2, { status: "sold" }),
    listing(3, { status: "pending" }),
    listing(4, { status: "" }),
    listing(5, { status: "active" }),
    listing(6, { status: "active", featuredUntil: later }),
    listing(7, { status: "featured", isFeatured: true }),
  ];
  expect(inOrder(all, now).map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

it("C23, BOOST-12: a boost is over at its time, even when the status is older", () => {
  expect(statusOf(listing(1, { status: "featured", featuredUntil: earlier }), now)).toBe("active");
  expect(statusOf(listing(1, { status: "active", featuredUntil: later }), now)).toBe("featured");
  expect(statusOf(listing(1, { status: "sold", featuredUntil: later }), now)).toBe("sold");
});

it("DASH-17, AUC-13: an auction that is over and found no buyer has ended, boosted or not; one that runs is active", () => {
  const auction = { status: "active", endsAt: later } as NonNullable<Listing["auction"]>;
  expect(statusOf(listing(1, { status: "active", auction }), now)).toBe("active");
  expect(statusOf(listing(1, { status: "active", auction: { ...auction, endsAt: earlier } }), now)).toBe("ended");
  const over = { ...auction, status: "ended", endsAt: earlier };
  expect(statusOf(listing(1, { status: "featured", featuredUntil: later, auction: over }), now)).toBe("ended");
  expect(statusOf(listing(1, { status: "sold", auction: over }), now)).toBe("sold");
});

it("DASH-06: found by name or brand, in any case", () => {
  const all = [listing(1, { name: "Fig Cloister", brand: "Quillon" }), listing(2, { name: "Amber", brand: "Figment" })];
  expect(matchingListings(all, " FIG ").map(({ id }) => id)).toEqual([1, 2]);
  expect(matchingListings(all, "quill").map(({ id }) => id)).toEqual([1]);
  expect(matchingListings(all, "")).toHaveLength(2);
});

it.each([
  [0, "out"],
  [1, "low"],
  [5, "low"],
  [6, "medium"],
  [20, "medium"],
  [21, "good"],
] as const)("DASH-08: a stock of %s is %s", (stock, band) => expect(bandOf(stock)).toBe(band));

it("an auction counts with its bid in the range of prices", () => {
  const auction = { id: 1, startingPrice: 50, currentBid: 90, bidCount: 1, bidIncrement: 5 };
  const terms = { ...auction, buyNowPrice: null, endsAt: later, status: "active" } as Listing["auction"];
  expect(priceRange([listing(1, { price: 50, auction: terms }), listing(2, { price: 640 })], now)).toEqual([90, 640]);
  expect(priceRange([listing(1, { status: "sold" })], now)).toBeNull();
  const over = { ...terms, endsAt: earlier } as Listing["auction"];
  expect(priceRange([listing(1, { auction: over }), listing(2, { price: 640 })], now)).toEqual([640, 640]);
});

it("the chart's grid is two round values, and its words name the best day", () => {
  expect([gridOf(0), gridOf(9), gridOf(71), gridOf(1200)].map(([, top]) => top)).toEqual([2, 10, 60, 1000]);
  const days = Array.from({ length: 30 }, (_, at) => ({ day: `d${at}`, views: at === 7 ? 50 : at, favourites: 1 }));
  expect(gridOf(0.3, false)).toEqual([0.2, 0.4]);
  expect(totalsOf(days)).toMatchObject({ favourites: 30, best: { day: "d7" } });
  expect(totalsOf([]).best).toBeNull();
  expect(namedDays(days).map(({ day }) => day)).toEqual(["d0", "d10", "d19", "d29"]);
});
