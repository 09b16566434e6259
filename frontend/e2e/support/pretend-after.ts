import type { components } from "../../src/generated/api";
import { anAuction, inSeconds } from "./pretend-shop";

type Schemas = components["schemas"];
type Mine = Schemas["AuctionMineOut"];
type Afterwards = Schemas["AuctionAfterwardsOut"];

const HOUR = 3600;
const zaki = { id: 11, name: "zaki4", isDeleted: false };
const nothing: Afterwards = { sale: null, secondChance: null, nextBidder: null, mayRelist: false };

function line(id: number, name: string, change: Partial<Mine>, seconds: number): Mine {
  const endsAt = inSeconds(seconds);
  const over = seconds < 0;
  const status = change.state === "cancelled" ? "cancelled" : over ? "ended" : "active";
  return {
    auction: { ...anAuction({ endsAt, effectiveEndsAt: endsAt, status }), id },
    listing: { name, brand: "Serein & Fils", volume: 118, imageUrl: null },
    state: "leading",
    ownBid: 880,
    ownMaximum: null,
    price: 880,
    payBy: null,
    answerBy: null,
    ...change,
  };
}

export const running = {
  auctions: [
    line(422, "Chypre d’Octobre", { state: "outbid", ownBid: 850, ownMaximum: 860 }, 95),
    line(423, "Smoke Vesper", { ownMaximum: 1200 }, 5 * HOUR),
    line(424, "Blanc Matin, the whole bottle with box and papers", {}, 60 * HOUR),
  ],
  next: "more",
};

export const over = {
  auctions: [
    line(425, "Chypre d’Octobre", { state: "offered", ownBid: 850, price: 850, answerBy: inSeconds(9 * HOUR) }, -HOUR),
    line(426, "Iris Telegram", { state: "to_pay", payBy: inSeconds(40 * HOUR) }, -8 * HOUR),
    line(427, "Smoke Vesper", { state: "won" }, -90 * HOUR),
    line(428, "Blanc Matin", { state: "lost", price: 905 }, -99 * HOUR),
    line(429, "Oud Royal", { state: "unpaid" }, -200 * HOUR),
    line(430, "Neroli", { state: "cancelled" }, -300 * HOUR),
  ],
  next: null,
};

const sale = {
  number: 1,
  buyer: zaki,
  price: 880,
  wonAt: inSeconds(-HOUR),
  payBy: inSeconds(47 * HOUR),
  cancelledBy: null,
};
const next = { bidder: { id: 12, name: "nadia", isDeleted: false }, price: 875 };
const offer = { ...next, offeredAt: inSeconds(-60), expiresAt: inSeconds(24 * HOUR), answer: null };

export const AFTERWARDS: Record<string, Afterwards> = {
  "to pay": { ...nothing, sale: { ...sale, buyer: { ...zaki, id: 7 }, state: "to_pay" } },
  sold: { ...nothing, sale: { ...sale, payBy: inSeconds(-HOUR), state: "to_pay" } },
  unpaid: { ...nothing, sale: { ...sale, state: "unpaid" }, nextBidder: next, mayRelist: true },
  "second chance": { ...nothing, secondChance: { ...offer, bidder: { ...offer.bidder, id: 7 } } },
};

export const endedAuction = (winnerId: number) =>
  anAuction({ status: "ended", outcome: "sold", winnerId, finalPrice: 880, reserveMet: true });
