import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aBid, anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import type { Mine } from "./api";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

beforeEach(() => fakeLive.become("open"));

function aLine(id: number, change: Partial<Mine> = {}): Mine {
  return {
    auction: { ...anAuction(), id },
    listing: { name: "Smoke Vesper", brand: "Atelier Noctell", volume: 50, imageUrl: null },
    state: "leading",
    ownBid: 100,
    ownMaximum: null,
    price: 100,
    payBy: null,
    answerBy: null,
    ...change,
  };
}

let requests: string[] = [];

function shows(answer: (query: URLSearchParams) => { auctions: Mine[]; next: string | null }) {
  requests = [];
  server.use(
    http.get("*/api/auctions/mine", ({ request }) => {
      const { searchParams } = new URL(request.url);
      requests.push(searchParams.toString());
      return HttpResponse.json(answer(searchParams));
    }),
  );
}

it("a bidder sees where they lead, are outbid, and their own maximum", async () => {
  signedInAs(aUser());
  shows(() => ({
    auctions: [aLine(1, { ownMaximum: 180 }), aLine(2, { state: "outbid", price: 110, ownMaximum: 105 })],
    next: null,
  }));
  renderApp("/my-bids");
  const [led, lost] = await screen.findAllByTestId("my-auction");
  if (!led || !lost) throw new Error("two lines");
  expect(within(led).getByText("Leading")).toBeVisible();
  expect(led).toHaveTextContent(/Your highest bid is RM\s100\./);
  expect(lost).toHaveTextContent(/Your highest bid was RM\s100\./);
  expect(within(led).getByText(/Your maximum is RM\s180\./)).toBeVisible();
  expect(within(led).getByRole("link", { name: "Smoke Vesper" })).toHaveAttribute("href", "/auctions/1");
  expect(within(lost).getByText("Outbid")).toBeVisible();
  expect(lost).toHaveTextContent("110.00");
  expect(lost).toHaveTextContent(/Your maximum was RM\s105\./);
  expect(lost).toHaveTextContent(/Current BidRM\s110\.00/);
  expect(within(lost).getByRole("link", { name: /^Bid again ?: Smoke Vesper$/ })).toHaveAttribute(
    "href",
    "/auctions/2",
  );
  expect(within(led).getByRole("link", { name: /^Open ?: Smoke Vesper$/ })).toHaveAttribute("href", "/auctions/1");
});

it("an ended auction shows what is to pay, and by when", async () => {
  signedInAs(aUser());
  const over = { ...anAuction({ status: "ended", outcome: "sold" }), id: 3 };
  shows((query) =>
    query.get("when") === "over"
      ? {
          auctions: [aLine(3, { auction: over, state: "to_pay", payBy: "2026-11-24T12:00:00Z" })],
          next: null,
        }
      : { auctions: [], next: null },
  );
  const { user, path } = renderApp("/my-bids");
  expect(await screen.findByText("No running bids")).toBeVisible();
  const lately = within(await screen.findByRole("region", { name: "Recently ended" }));
  expect(lately.getByText("To pay")).toBeVisible();
  expect(lately.getByRole("link", { name: /^See how to pay ?: Smoke Vesper$/ })).toHaveAttribute("href", "/auctions/3");
  await user.click(screen.getByRole("tab", { name: "Ended" }));
  expect(await screen.findByText("To pay")).toBeVisible();
  expect(screen.getByText(/^Pay by 24 Nov 2026/)).toBeVisible();
  expect(path()).toBe("/my-bids?when=over");
});

it("three lately ended auctions are shown below the running ones, and a button shows the rest", async () => {
  signedInAs(aUser());
  const over = [1, 2, 3, 4, 5].map((id) =>
    aLine(id, { auction: { ...anAuction({ status: "ended", outcome: "sold" }), id }, state: "lost" }),
  );
  shows((query) => ({ auctions: query.get("when") === "over" ? over : [], next: null }));
  const { user } = renderApp("/my-bids");
  const lately = within(await screen.findByRole("region", { name: "Recently ended" }));
  expect(lately.getAllByTestId("my-auction")).toHaveLength(3);
  await user.click(lately.getByRole("button", { name: "See all ended" }));
  await waitFor(() => expect(screen.getAllByTestId("my-auction")).toHaveLength(5));
});

it("a new bid makes the page ask again, once for many frames", async () => {
  signedInAs(aUser());
  let outbid = false;
  shows(() => ({ auctions: [aLine(422, { state: outbid ? "outbid" : "leading" })], next: null }));
  renderApp("/my-bids");
  await screen.findByText("Leading");
  outbid = true;
  const before = requests.length;
  const figures = { currentBid: 110, currentBidderId: 12, bidCount: 2, minimumBid: 115, reserveMet: null };
  act(() => {
    for (const seq of [5, 6, 7]) {
      const bid = aBid({ id: seq, bidderId: 12, amount: 110 });
      const auction = { ...figures, endsAt: anAuction().endsAt };
      fakeLive.send("newBid", { auctionId: 422, bid, auction, seq, epoch: 1 });
    }
  });
  expect(await screen.findByText("Outbid")).toBeVisible();
  expect(requests.length).toBe(before + 1);
});

it("an auction that ended without bids does not announce one", async () => {
  signedInAs(aUser({ isSeller: true }));
  const auction = { ...anAuction({ status: "ended", bidCount: 0, currentBid: null }), id: 6 };
  shows(() => ({ auctions: [aLine(6, { auction, state: "no_bids", ownBid: null })], next: null }));
  renderApp("/my-bids?role=selling&when=over");
  expect(await screen.findByText("Nobody bid.")).toBeVisible();
  expect(screen.queryByText("No bids yet.")).toBeNull();
});

it("a seller sees their own auctions with their reserve", async () => {
  signedInAs(aUser({ isSeller: true }));
  const auction = { ...anAuction({ reservePrice: 500, reserveMet: false, bidCount: 3 }), id: 5 };
  shows((query) => ({
    auctions: query.get("role") === "selling" ? [aLine(5, { auction, state: "live", ownBid: null })] : [],
    next: null,
  }));
  const { user } = renderApp("/my-bids");
  await user.click(await screen.findByRole("radio", { name: "I sell" }));
  expect(await screen.findByText("Live")).toBeVisible();
  expect(screen.getByText(/3 bids\.\s+Reserve of RM\s500 not met\./)).toBeVisible();
});

it("more are fetched on request", async () => {
  signedInAs(aUser());
  shows((query) =>
    query.get("cursor") ? { auctions: [aLine(2)], next: null } : { auctions: [aLine(1)], next: "onwards" },
  );
  const { user } = renderApp("/my-bids");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByTestId("my-auction")).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it("a list that does not load can be asked for again", async () => {
  signedInAs(aUser());
  server.use(http.get("*/api/auctions/mine", () => refusal(503, "unavailable")));
  renderApp("/my-bids");
  expect(await screen.findByText("Your auctions did not load")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("AUC-10: below the reserve no bidder has lost, and a Buy Now shows no end to come", async () => {
  signedInAs(aUser());
  const unmet = { ...anAuction({ status: "ended", outcome: "reserve_not_met", reserveMet: false }), id: 3 };
  const bought = { ...anAuction({ status: "ended", outcome: "bought_now" }), id: 4 };
  shows(() => ({
    auctions: [aLine(3, { auction: unmet, state: "lost" }), aLine(4, { auction: bought, state: "lost" })],
    next: null,
  }));
  renderApp("/my-bids?when=over");
  const [kept, gone] = await screen.findAllByTestId("my-auction");
  expect(kept).toHaveTextContent("Reserve not met");
  expect(kept).not.toHaveTextContent("Lost");
  expect(gone).toHaveTextContent("Lost");
  expect(gone).toHaveTextContent("It was bought for the Buy Now Price.");
  expect(gone).not.toHaveTextContent("Ended ");
});

it("what ended while there was no connection is in the list once it is back", async () => {
  signedInAs(aUser());
  const over = { ...anAuction({ status: "ended", outcome: "sold" }), id: 3 };
  let hasEnded = false;
  shows((query) => {
    const isOver = query.get("when") === "over";
    const line = hasEnded ? aLine(3, { auction: over, state: "to_pay", payBy: "2026-11-24T12:00:00Z" }) : aLine(3);
    return { auctions: isOver === hasEnded ? [line] : [], next: null };
  });
  renderApp("/my-bids");
  expect(await screen.findByText("Leading")).toBeVisible();
  hasEnded = true;
  for (const state of ["connecting", "open", "authenticated"] as const) act(() => fakeLive.become(state));
  const lately = within(await screen.findByRole("region", { name: "Recently ended" }));
  expect(lately.getByText("To pay")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Leading")).toBeNull());
});
