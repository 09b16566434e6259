import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { FARID } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const AUCTION = 422;
const endsAt = new Date(Date.now() + 3600_000).toISOString();
const lot = {
  id: AUCTION,
  status: "active",
  startingPrice: 95,
  currentBid: null,
  bidCount: 0,
  bidIncrement: 5,
  buyNowPrice: null,
  endsAt,
  seq: 1,
  epoch: 1,
};

let eyes: ((entries: object[]) => void)[] = [];
class Eye {
  constructor(see: (entries: object[]) => void) {
    eyes.push(see);
  }
  observe = () => undefined;
  disconnect = () => undefined;
}
const setInView = async (isIntersecting: boolean) => {
  for (const see of eyes) {
    await act(async () => see([{ isIntersecting }]));
    await act(() => vi.dynamicImportSettled());
  }
};

beforeEach(() => {
  eyes = [];
  vi.stubGlobal("IntersectionObserver", Eye);
  pretendMessages();
  const product = { id: 1, name: "Smoke Vesper", imageUrl: null, price: 95, status: "active" };
  shop.conversation = aConversation({ product: { ...product, listingType: "auction" } });
  server.use(http.get("*/api/auctions/product/1", () => HttpResponse.json(lot)));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const cards = () => screen.getAllByTestId("auction-now").map(({ textContent }) => textContent);

it("MSG-07: bids move the price without a reload, and the end is shown", async () => {
  const join = vi.spyOn(fakeLive, "join");
  renderApp(`/messages?with=${FARID}`);
  await waitFor(() => expect(cards()[0]).toMatch(/^RM 95Starting Price.*0 bids$/));
  await setInView(true);
  await waitFor(() => expect(join).toHaveBeenCalledTimes(cards().length));
  const auction = { currentBid: 130, bidCount: 4, endsAt };
  act(() => fakeLive.send("newBid", { auctionId: AUCTION, seq: 2, epoch: 1, auction }));
  for (const card of cards()) expect(card).toMatch(/^RM 130Current Bid.*4 bids$/);
  act(() => fakeLive.send("newBid", { auctionId: 7, seq: 9, epoch: 1, auction: { ...auction, currentBid: 999 } }));
  act(() =>
    fakeLive.send("auctionEnded", { auctionId: AUCTION, seq: 3, epoch: 1, outcome: "sold", winnerId: 8, price: 130 }),
  );
  for (const card of cards()) expect(card).toMatch(/^RM 130Highest bidAuction Ended/);
});

it("an auction that is not found leaves the price of the listing", async () => {
  server.use(http.get("*/api/auctions/product/1", () => refusal(404, "not_found")));
  renderApp(`/messages?with=${FARID}`);
  expect((await screen.findAllByTestId("auction-now"))[0]).toHaveTextContent("RM 95");
});

it("the room is entered while the card is in view, and left when it is not", async () => {
  const left = vi.fn();
  const join = vi.spyOn(fakeLive, "join").mockReturnValue(left);
  renderApp(`/messages?with=${FARID}`);
  await waitFor(() => expect(cards()[0]).toContain("0 bids"));
  expect(join).not.toHaveBeenCalled();
  await setInView(true);
  await waitFor(() => expect(join).toHaveBeenCalledTimes(cards().length));
  await setInView(false);
  expect(left).toHaveBeenCalledTimes(cards().length);
});
