import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ServerFrames } from "@/lib/live/frames";
import { aBid, anAuction } from "@/test/makers";
import { type Auction, type AuctionFrame, applyFrame, applyNewBid, type Bid, hasHole, isBehind } from "./live";
import { bidderStatusOf } from "./room/bidder-status";

const figures = {
  currentBid: 110,
  currentBidderId: 12,
  bidCount: 2,
  minimumBid: 115,
  endsAt: "2026-11-20T14:00:00Z",
  reserveMet: true,
};
const bid = aBid({ id: 2, bidderId: 12, amount: 110 });
const frame = { auctionId: 422, bid, auction: figures, seq: 5, epoch: 1 };

describe("a new bid", () => {
  it("becomes the highest and the others are no longer winning", () => {
    const after = applyNewBid(anAuction(), frame) as Auction;
    expect(after).toMatchObject({ ...figures, effectiveEndsAt: figures.endsAt, seq: 5 });
    expect(after.bids.map(({ id, isWinning }) => [id, isWinning])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it("seen twice counts once", () => {
    const once = applyNewBid(anAuction(), frame) as Auction;
    expect(applyNewBid(once, frame)).toBe(once);
  });

  it("after a missed one is a gap", () => {
    expect(applyNewBid(anAuction(), { ...frame, seq: 6 })).toBe("gap");
  });

  it("of another epoch is a gap, whatever its number", () => {
    expect(applyNewBid(anAuction(), { ...frame, seq: 1, epoch: 2 })).toBe("gap");
  });

  it("may bring several at once, of which the known ones are left out", () => {
    const third = aBid({ id: 3, bidderId: 13, amount: 120 });
    const change = { bid: third, bids: [bid, third], fromSeq: 5, count: 2, seq: 6 };
    const both = { ...frame, ...change, auction: { ...figures, bidCount: 3 } };
    const before = anAuction();
    const fromNone = applyNewBid(before, both) as Auction;
    const fromFirst = applyNewBid(applyNewBid(before, frame) as Auction, both) as Auction;
    expect(fromNone).toEqual(fromFirst);
    expect(fromNone.bids.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it("covers the numbers of extensions that went into it; before its first one is a gap", () => {
    const third = aBid({ id: 3, bidderId: 13, amount: 120 });
    const change = { bid: third, bids: [bid, third], fromSeq: 5, count: 2, seq: 8 };
    const rush = { ...frame, ...change, auction: { ...figures, bidCount: 3 } };
    expect(applyNewBid(anAuction(), rush)).toMatchObject({ seq: 8, bidCount: 3 });
    expect(applyNewBid(anAuction({ seq: 3 }), rush)).toBe("gap");
  });

  it("of which there were more than a frame brings leaves no bid between that was never shown", () => {
    const newest = aBid({ id: 40, bidderId: 13, amount: 300 });
    const change = { bid: newest, bids: [newest], fromSeq: 5, count: 39, seq: 43 };
    const rush = { ...frame, ...change, auction: { ...figures, bidCount: 40 } };
    const after = applyNewBid(anAuction(), rush) as Auction;
    expect(after.bids.map(({ id }) => id)).toEqual([40]);
    expect([hasHole(after), hasHole(anAuction())]).toEqual([true, false]);
  });

  it("keeps the last fifty", () => {
    const bids = Array.from({ length: 50 }, (_, place) => aBid({ id: 100 - place }));
    const after = applyNewBid(anAuction({ bids }), frame) as Auction;
    expect(after.bids).toHaveLength(50);
  });
});

it("an extension moves the end and nothing else", () => {
  const before = anAuction();
  const endsAt = "2026-11-20T15:00:00Z";
  const after = applyFrame(before, { type: "auctionExtended", auctionId: 422, endsAt, seq: 5, epoch: 1 });
  expect(after).toEqual({ ...before, endsAt, effectiveEndsAt: endsAt, seq: 5 });
});

it("the end names the outcome and the winner", () => {
  const ended = { auctionId: 422, outcome: "sold", winnerId: 11, price: 100, seq: 5, epoch: 1 };
  const after = applyFrame(anAuction(), { type: "auctionEnded", ...ended });
  expect(after).toMatchObject({ status: "ended", outcome: "sold", winnerId: 11, seq: 5 });
});

it("U1: an auction that was cancelled says so and has no winner", () => {
  const cancelled = { auctionId: 422, outcome: "cancelled", winnerId: null, price: null, seq: 5, epoch: 1 };
  const after = applyFrame(anAuction(), { type: "auctionEnded", ...cancelled });
  expect(after).toMatchObject({ status: "cancelled", outcome: "cancelled", winnerId: null, seq: 5 });
});

it("one's own bid stays known, however many others push it off the list", () => {
  const others = Array.from({ length: 50 }, (_, n) => aBid({ id: 10 + n, bidderId: 12, amount: 110 + n }));
  const then = { ...figures, currentBid: 159, currentBidderId: 12, bidCount: 52, minimumBid: 164, reserveMet: null };
  const mine = { bid: aBid({ id: 2, bidderId: 7, amount: 105 }), auctionId: 422, epoch: 1 };
  const placed = { ...mine, seq: 5, auction: { ...then, currentBid: 105, currentBidderId: 7, bidCount: 2 } };
  const later = { ...mine, bid: others[49] as Bid, bids: others, fromSeq: 6, seq: 55, auction: then };
  const seenBy = (userId: number) =>
    [placed, later].reduce((state, frame) => applyNewBid(state, frame, userId) as Auction, anAuction());
  const shown = seenBy(7);
  expect(shown.bids.some((bid) => bid.bidderId === 7)).toBe(false);
  expect(bidderStatusOf(shown, 7, 0)).toBe("outbid");
  expect(bidderStatusOf(seenBy(8), 8, 0)).toBe("watching");
});

it("a room further on means a fetch; one that stands behind the fetch does not", () => {
  expect(isBehind({ seq: 4, epoch: 1 }, { seq: 5, epoch: 1 })).toBe(true);
  expect(isBehind({ seq: 5, epoch: 1 }, { seq: 4, epoch: 1 })).toBe(false);
  expect(isBehind({ seq: 9, epoch: 1 }, { seq: 1, epoch: 2 })).toBe(true);
});

interface Triple {
  name: string;
  before: Auction;
  frames: (AuctionFrame | ({ type: "resync" } & ServerFrames["resync"]))[];
  after: Auction;
  ignore: (keyof Auction)[];
}

const folder = join(process.cwd(), "../tests/contracts/live");

describe.skipIf(!existsSync(folder))("the triples of the auction service", () => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];

  it.each(names)("%s: frames applied equal the state fetched", (name) => {
    const read = JSON.parse(readFileSync(join(folder, name), "utf8")) as Triple | Triple[];
    for (const triple of [read].flat()) {
      const applied = triple.frames.reduce<Auction>((state, next) => {
        if (next.type === "resync") return isBehind(state, next) ? triple.after : state;
        const result = applyFrame(state, next);
        if (result === "gap") throw new Error(`a gap at ${next.type} ${next.seq}`);
        return result;
      }, triple.before);
      expect(without(applied, triple.ignore)).toEqual(without(triple.after, triple.ignore));
    }
  });
});

function without(auction: Auction, ignored: (keyof Auction)[]): Partial<Auction> {
  return Object.fromEntries(Object.entries(auction).filter(([key]) => !ignored.includes(key as keyof Auction)));
}
