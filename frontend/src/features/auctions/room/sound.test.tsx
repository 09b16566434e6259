import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aBid, anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const tones: number[] = [];

class FakeAudio {
  currentTime = 0;
  destination = {};
  resume = async () => undefined;
  createGain = () => ({ gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }, connect: vi.fn() });
  createOscillator = () => {
    const frequency = { value: 0 };
    return { frequency, connect: (next: unknown) => next, start: () => tones.push(frequency.value), stop: vi.fn() };
  };
}

beforeEach(() => {
  fakeLive.become("open");
  tones.length = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
});

async function openLeading() {
  signedInAs(aUser());
  const bids = [aBid({ bidderId: 7 })];
  const auction = anAuction({ bids, currentBidderId: 7 });
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(auction)));
  const page = renderApp("/auctions/422");
  await screen.findByText("You are the highest bidder.");
  const figures = { currentBid: 110, currentBidderId: 12, bidCount: 2, minimumBid: 115, reserveMet: null };
  const bid = aBid({ id: 2, bidderId: 12, amount: 110 });
  const outbid = () =>
    act(() =>
      fakeLive.send("newBid", {
        auctionId: 422,
        bid,
        auction: { ...figures, endsAt: auction.endsAt },
        seq: 5,
        epoch: 1,
      }),
    );
  return { ...page, outbid };
}

it("no sound is played unless it was turned on", async () => {
  const { outbid } = await openLeading();
  expect(screen.getByRole("switch", { name: "Sound" })).not.toBeChecked();
  outbid();
  await screen.findByText("You have been outbid.");
  expect(tones).toEqual([]);
});

it("turned on, it is played once, remembered on this device, and says when one is outbid", async () => {
  const { user, outbid } = await openLeading();
  await user.click(screen.getByRole("switch", { name: "Sound" }));
  expect(screen.getByRole("switch", { name: "Sound" })).toBeChecked();
  expect(localStorage.getItem("wangi_room_sound")).toBe("on");
  expect(tones).toEqual([660, 440]);
  outbid();
  await screen.findByText("You have been outbid.");
  expect(tones).toEqual([660, 440, 660, 440]);
  await user.click(screen.getByRole("switch", { name: "Sound" }));
  expect(localStorage.getItem("wangi_room_sound")).toBeNull();
  expect(tones).toHaveLength(4);
});
