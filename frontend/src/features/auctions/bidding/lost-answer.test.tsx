import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { fakeLive } from "@/test/fake-live";
import { anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

let keys: (string | null)[] = [];
let bodies: unknown[] = [];

beforeEach(() => {
  keys = [];
  bodies = [];
  fakeLive.become("open");
  fakeLive.ask.mockReset();
  fakeLive.ask.mockRejectedValue(new Refusal(0, "no_reply", ""));
  signedInAs(aUser());
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(anAuction())));
});

function answersWith(respond: () => Response): void {
  server.use(
    http.post("*/api/auctions/422/bids", async ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      bodies.push(await request.json());
      return respond();
    }),
  );
}

async function bids(): Promise<void> {
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByTestId("place-bid"));
}

const toast = () => within(screen.getByRole("region", { name: /Notifications/ })).getByRole("listitem");

it("C41, AUC-15: a raise of the maximum alone is confirmed as one, in the same toast", async () => {
  const raised = { result: "raised", message: "Your maximum was raised.", bid: {}, auction: {} };
  answersWith(() => HttpResponse.json(raised, { status: 201 }));
  await bids();
  await waitFor(() => expect(toast()).toHaveTextContent("Maximum raised"));
  const sent = fakeLive.ask.mock.calls[0]?.[1] as { id: string };
  expect(keys).toEqual([sent.id]);
  expect(bodies).toEqual([{ amount: 105 }]);
});

it("AUC-41: a bid of unknown outcome is sent again under its key, never under another", async () => {
  fakeLive.ask.mockRejectedValue(new Refusal(503, "unavailable", ""));
  const placed = { result: "leading", message: "Your bid was accepted.", bid: {}, auction: {} };
  answersWith(() => HttpResponse.json(placed, { status: 201 }));
  await bids();
  await waitFor(() => expect(toast()).toHaveTextContent("Bid Accepted"));
  const sent = fakeLive.ask.mock.calls[0]?.[1] as { id: string };
  expect(keys).toEqual([sent.id]);
});

it("AUC-40: a repeated bid that became too low meanwhile is refused as too low", async () => {
  answersWith(() => refusal(409, "bid_too_low", "Too low.", { minimum: 120 }));
  await bids();
  await waitFor(() => expect(toast()).toHaveTextContent("Your bid must be at least RM 120.00."));
});

it("AUC-41: without any answer it says that the bid could not be placed", async () => {
  answersWith(() => refusal(503, "unavailable"));
  await bids();
  await waitFor(() => expect(keys).toHaveLength(1));
  await waitFor(() => expect(toast()).not.toHaveTextContent("Bid Placed!"));
  expect(toast()).not.toHaveTextContent("Bid Accepted");
});
