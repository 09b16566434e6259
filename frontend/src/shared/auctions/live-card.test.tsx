import { act, renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aProduct } from "@/test/makers";
import { server } from "@/test/server";
import { useLiveAuction } from "./use-live-auction";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const endsAt = new Date(Date.now() + 3600_000).toISOString();
const terms = { startingPrice: 95, bidIncrement: 5, buyNowPrice: null, status: "active", endsAt };
let nextId = 500;
const settled = () => new Promise((done) => setTimeout(done, 300));

afterEach(() => void vi.restoreAllMocks());

async function aCard(answers: { seq: number; currentBid: number; bidCount: number }[], refusal?: number) {
  nextId += 1;
  const id = nextId;
  const auction = { ...terms, id, currentBid: 120, bidCount: 3 };
  const requests: number[] = [];
  server.use(
    http.get(`*/api/auctions/${id}`, () => {
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push(id);
      if (refusal) return HttpResponse.json({ code: "no", message: "No." }, { status: refusal });
      return HttpResponse.json({ ...auction, epoch: 1, ...answer });
    }),
  );
  let leave = () => {};
  const show = async (change = {}) => {
    const product = aProduct({ listingType: "auction", auction: { ...auction, ...change } });
    const card = { current: null };
    const { result, unmount } = renderHook(() => useLiveAuction(product, card));
    leave = unmount;
    await act(async () => void (await vi.dynamicImportSettled()));
    return () => [result.current.auction?.currentBid, result.current.auction?.bidCount];
  };
  const price = await show();
  const send = (name: "resync" | "newBid" | "auctionExtended" | "auctionEnded", frame: object) =>
    act(() => fakeLive.send(name, { auctionId: id, epoch: 1, ...frame }));
  return { asked: requests, send, price, again: show, leave: () => leave() };
}

it("CAT-10, C40: bids that are taken back leave the card too, however late the answer is", async () => {
  const back = { seq: 5, currentBid: 110, bidCount: 2 };
  const { asked: requests, send, price } = await aCard([{ seq: 4, currentBid: 120, bidCount: 3 }, back]);
  send("resync", { seq: 4 });
  expect(requests).toEqual([]);
  send("resync", { seq: 5 });
  await waitFor(() => expect(price()).toEqual([110, 2]));
  expect(requests).toHaveLength(2);
  send("newBid", { seq: 6, auction: { currentBid: 115, bidCount: 3, endsAt } });
  expect(price()).toEqual([115, 3]);
});

it("HOME-05, CAT-10: a frame of a bid updates the card; a room that began anew is fetched", async () => {
  const { asked: requests, send, price } = await aCard([{ seq: 1, currentBid: 140, bidCount: 5 }]);
  send("resync", { seq: 4 });
  send("newBid", { seq: 7, auction: { currentBid: 130, bidCount: 4, endsAt } });
  send("resync", { seq: 7 });
  expect([price(), requests]).toEqual([[130, 4], []]);
  send("newBid", { seq: 1, epoch: 2, auction: { currentBid: 135, bidCount: 4, endsAt } });
  await waitFor(() => expect(requests.length).toBeGreaterThan(0), { timeout: 3000 });
});

it("HOME-05, CAT-10: an end that comes without the bids before it is fetched with their price", async () => {
  const last = { seq: 7, currentBid: 180, bidCount: 5, status: "ended" };
  const { asked: requests, send, price } = await aCard([last]);
  send("resync", { seq: 4 });
  send("auctionEnded", { seq: 7, outcome: "sold", winnerId: 7, price: 180 });
  await waitFor(() => expect(price()).toEqual([180, 5]));
  expect(requests).toHaveLength(1);
});

it("HOME-05, CAT-10: a card that comes into view long after its list was fetched shows the bids since", async () => {
  const { asked: requests, send, price } = await aCard([{ seq: 9, currentBid: 150, bidCount: 6 }]);
  send("resync", { seq: 9, bidCount: 6 });
  await waitFor(() => expect(price()).toEqual([150, 6]));
  expect(requests).toHaveLength(1);
});

it("a card that joins a room with the bids that it shows asks nothing, nor does an end that moved", async () => {
  const { asked: requests, send, price } = await aCard([{ seq: 4, currentBid: 120, bidCount: 3 }]);
  send("resync", { seq: 4, bidCount: 3 });
  send("auctionExtended", { seq: 5, endsAt });
  send("resync", { seq: 5, bidCount: 3 });
  expect([price(), requests]).toEqual([[120, 3], []]);
});

it("HOME-05, CAT-10: a list from before the bids, shown again, is not taken for new because its room had frames", async () => {
  const auction = { seq: 5, currentBid: 130, bidCount: 4 };
  const card = await aCard([auction]);
  card.send("resync", { seq: 4, bidCount: 3 });
  card.send("newBid", { seq: 5, auction: { currentBid: 130, bidCount: 4, endsAt } });
  expect(card.price()).toEqual([130, 4]);
  const back = await card.again();
  await waitFor(() => expect(back()).toEqual([130, 4]));
  expect(card.asked).toHaveLength(1);
});

it("an end that follows on the card's last frame needs no question", async () => {
  const { asked: requests, send, price } = await aCard([{ seq: 6, currentBid: 130, bidCount: 4 }]);
  send("resync", { seq: 4 });
  send("newBid", { seq: 5, auction: { currentBid: 130, bidCount: 4, endsAt } });
  send("auctionEnded", { seq: 6, outcome: "sold", winnerId: 7, price: 130 });
  expect([price(), requests]).toEqual([[130, 4], []]);
});

it("a newer list of a room that an earlier card followed asks nothing", async () => {
  const { asked: requests, send, leave, again } = await aCard([{ seq: 9, currentBid: 150, bidCount: 6 }]);
  send("resync", { seq: 4, bidCount: 3 });
  leave();
  const price = await again({ currentBid: 150, bidCount: 6 });
  send("resync", { seq: 9, bidCount: 6 });
  await settled();
  expect([price(), requests]).toEqual([[150, 6], []]);
});

it("what comes while a card asks begins no second question", async () => {
  const { asked: requests, send, price } = await aCard([{ seq: 6, currentBid: 140, bidCount: 5 }]);
  send("resync", { seq: 5, bidCount: 4 });
  send("resync", { seq: 6, bidCount: 5 });
  await waitFor(() => expect(price()).toEqual([140, 5]));
  expect(requests).toHaveLength(1);
});

it.each([404, 429])("a card whose question is refused with %i asks no more", async (status) => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { asked: requests, send } = await aCard([{ seq: 9, currentBid: 150, bidCount: 6 }], status);
  send("resync", { seq: 9, bidCount: 6 });
  await waitFor(() => expect(requests).toHaveLength(1));
  await settled();
  expect(requests).toHaveLength(1);
});

it("a card that has left asks no more, whatever the answer was", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { asked: requests, send, leave } = await aCard([{ seq: 4, currentBid: 120, bidCount: 3 }]);
  send("resync", { seq: 9, bidCount: 6 });
  await waitFor(() => expect(requests).toHaveLength(1));
  leave();
  await settled();
  expect(requests).toHaveLength(1);
});

it("cards of a room that began anew ask at different moments", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.3);
  const { asked: requests, send } = await aCard([{ seq: 1, currentBid: 120, bidCount: 3 }]);
  send("resync", { seq: 4, bidCount: 3 });
  send("resync", { seq: 1, epoch: 2, bidCount: 3 });
  await settled();
  expect(requests).toEqual([]);
  await waitFor(() => expect(requests).toHaveLength(1));
});
