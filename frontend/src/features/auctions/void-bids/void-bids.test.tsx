import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { aBid, anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import type { Auction } from "../live";

vi.mock("@/lib/live/socket", async () => ({ liveConnection: () => fake.fakeLive }));
const fake = await import("@/test/fake-live");

const zaki = (id: number, amount: number) =>
  aBid({ id, amount, bidderId: 11, bidder: { id: 11, name: "zaki4", isDeleted: false } });
const nadia = aBid({ id: 2, amount: 110, bidderId: 12, bidder: { id: 12, name: "nadia", isDeleted: false } });

function openRoom(isModerator: boolean, change: Partial<Auction> = {}) {
  const sent: unknown[] = [];
  let now = anAuction({ bids: [zaki(3, 1150), nadia, zaki(1, 105)], bidCount: 3, currentBid: 1150, ...change });
  server.use(
    http.get("*/api/auctions/422", () => HttpResponse.json(now)),
    http.post("*/api/admin/auctions/422/void-bids", async ({ request }) => {
      sent.push(await request.json());
      now = { ...now, bids: [nadia], bidCount: 1, currentBid: 110, currentBidderId: 12 };
      return HttpResponse.json({ voided: 2, auction: {} });
    }),
  );
  signedInAs(aUser({ staffRole: isModerator ? "moderator" : null }));
  return { ...renderApp("/auctions/422"), sent };
}

const buttons = () => screen.queryAllByRole("button", { name: /^Take back the bids of/ });

it("U21: staff takes all bids of a person back, with the reason, after one more question", async () => {
  const { user, sent } = openRoom(true);
  await user.click(await screen.findByRole("button", { name: "Take back the bids of zaki4" }));
  expect(buttons()).toHaveLength(2);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: "The description changed" }));
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Take them back" }));
  await waitFor(() => expect(screen.getAllByText("2 bids taken back")[0]).toBeVisible());
  expect(sent).toEqual([{ userId: 11, reason: "changed_description" }]);
  await waitFor(() => expect(screen.getAllByTestId("bid-history-row")).toHaveLength(1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("U21: bids that another staff member has taken back meanwhile are shown as gone", async () => {
  const { user } = openRoom(true);
  server.use(http.post("*/api/admin/auctions/422/void-bids", () => refusal(409, "no_bids_to_void")));
  await user.click(await screen.findByRole("button", { name: "Take back the bids of nadia" }));
  await user.click(await screen.findByRole("button", { name: "Take them back" }));
  await waitFor(() => expect(screen.getAllByText("None of their bids here counts any more.")[0]).toBeVisible());
});

it("U21: only staff see the button, and after the end they do not either", async () => {
  openRoom(false);
  expect(await screen.findAllByTestId("bid-history-row")).toHaveLength(3);
  expect(buttons()).toEqual([]);
});

it("after the end staff cannot take a bid back", async () => {
  openRoom(true, { status: "ended", outcome: "sold", winnerId: 11, finalPrice: 1150 });
  expect(await screen.findAllByTestId("bid-history-row")).toHaveLength(3);
  expect(buttons()).toEqual([]);
});
