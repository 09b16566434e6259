import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { TABS } from "@/lib/session/other-tabs";
import { fakeLive } from "@/test/fake-live";
import { anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

let otherTab: BroadcastChannel;
let messages: unknown[] = [];
let requestCount = 0;

beforeEach(() => {
  messages = [];
  requestCount = 0;
  otherTab = new BroadcastChannel(TABS);
  otherTab.onmessage = ({ data }) => messages.push(data);
  fakeLive.become("open");
  fakeLive.ask.mockReset();
});
afterEach(() => otherTab.close());

function shows(auction: Auction): void {
  server.use(
    http.get("*/api/auctions/422", () => {
      requestCount += 1;
      return HttpResponse.json(auction);
    }),
  );
}

const LEADING = { currentBidderId: 7, ownBid: 100 };

it("AUC-47: a maximum raised in another tab is fetched here from the server", async () => {
  shows(anAuction({ ...LEADING, ownMaximum: 180 }));
  signedInAs(aUser());
  renderApp("/auctions/422");
  expect(await screen.findByText(/Your maximum is RM.180/)).toBeVisible();
  shows(anAuction({ ...LEADING, ownMaximum: 250 }));
  otherTab.postMessage(["auction", 422]);
  expect(await screen.findByText(/Your maximum is RM.250/)).toBeVisible();
});

it("AUC-47: an accepted bid sends the other tabs the id of the auction, and no amount", async () => {
  shows(anAuction({ ...LEADING, ownMaximum: 180 }));
  signedInAs(aUser());
  fakeLive.ask.mockResolvedValue({ message: "Your maximum was raised.", result: "raised" });
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  await waitFor(() => expect(messages).toEqual([["auction", 422], ["my-auctions"]]));
});

it("AUC-47: a refused bid sends them nothing", async () => {
  shows(anAuction());
  signedInAs(aUser());
  fakeLive.ask.mockRejectedValue(new Refusal(409, "bid_too_low", "", { minimum: 110 }));
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
  await waitFor(() => expect(screen.getAllByText("Bid Too Low")[0]).toBeVisible());
  fakeLive.ask.mockResolvedValue({ message: "", result: "leading" });
  await user.click(screen.getByTestId("place-bid"));
  await waitFor(() => expect(messages.length).toBeGreaterThan(0));
  expect(messages).toHaveLength(2);
});

it("AUC-47: a tab that shows another auction, or gets a malformed message, fetches nothing", async () => {
  shows(anAuction());
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  const before = requestCount;
  shows(anAuction({ currentBid: 110 }));
  for (const message of [["auction", 4], { amount: 5 }, null, ["auction", 422]]) otherTab.postMessage(message);
  await waitFor(() => expect(screen.getByTestId("current-bid")).toHaveTextContent("110"));
  expect(requestCount).toBe(before + 1);
});

it("AUC-47: one's list of bids is asked for again", async () => {
  let lists = 0;
  server.use(
    http.get("*/api/auctions/mine", () => {
      lists += 1;
      return HttpResponse.json({ auctions: [], next: null });
    }),
  );
  signedInAs(aUser());
  renderApp("/my-bids");
  await screen.findByText("No running bids");
  const before = lists;
  otherTab.postMessage(["my-auctions"]);
  await waitFor(() => expect(lists).toBe(before + 1));
});
