import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const strikeCase = {
  id: 3,
  about: { id: 9, username: "siti" },
  state: "open",
  openedAt: NOW,
  waitsSince: NOW,
  dueAt: NOW,
  claimedBy: null,
  claimedUntil: null,
  decision: null,
  reason: null,
  overAt: null,
};
const step = { step: "struck", by: null, decision: null, reason: "not_paid", days: null, words: "", at: NOW };
const page = { steps: [step], acknowledgements: [], othersAbout: 1, actedUpon: 1 };

it("a strike shows the auction and both sides, is late, and is taken back with a reason of its own list", async () => {
  const strike = {
    ...strikeCase,
    kind: "strike",
    subjectId: 31,
    state: "appealed",
    priority: 2,
    reportedFor: "not_paid",
    reports: 0,
  };
  const shown = {
    ...page,
    case: strike,
    filed: [],
    decisions: ["lift", "keep"],
    appeal: { words: "I paid on Monday.", at: NOW },
  };
  const ownStrike = {
    strikeId: 31,
    number: 2,
    givenAt: NOW,
    liftedAt: null,
    auctionId: 422,
    productId: 12,
    sellerId: 5,
    buyerId: 9,
    sellerUsername: "farid",
    buyerUsername: "",
    price: 10_500,
    wonAt: NOW,
    payBy: NOW,
    remindedAt: null,
    settledAt: NOW,
    counting: 2,
    pausedUntil: NOW,
  };
  const { user } = openAs(
    "/admin/cases/3",
    {
      "GET /api/admin/cases/3": shown,
      "GET /api/admin/auctions/strike-cases/31": ownStrike,
      "POST /api/admin/cases/3/decision": () => HttpResponse.json(shown),
    },
    staff,
  );
  expect(await screen.findByRole("link", { name: "Auction 422" })).toHaveAttribute("href", "/auctions/422");
  expect(screen.getByText("I paid on Monday.")).toBeVisible();
  expect(screen.getByRole("link", { name: "farid" })).toHaveAttribute("href", "/admin/people/5");
  expect(screen.getByRole("link", { name: "Person 9" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = await screen.findByRole("dialog", { name: "How does it end?" });
  expect(within(dialog).getByLabelText("Reason")).toHaveTextContent("It was paid");
  expect(within(dialog).queryByRole("option", { name: "Counterfeit" })).toBeNull();
  await user.click(within(dialog).getByLabelText("Keep the strike"));
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("not_paid");
  await user.click(within(dialog).getByLabelText("Take the strike back"));
  await user.type(within(dialog).getByLabelText("Words for the record"), "The acknowledgement fits.");
  expect(within(dialog).getByRole("button", { name: "Decide" })).not.toHaveClass("bg-rosella");
  await user.click(within(dialog).getByRole("button", { name: "Decide" }));
  await waitFor(() =>
    expect(callsTo("POST /api/admin/cases/3/decision")[0]?.body).toEqual({
      decision: "lift",
      reason: "was_paid",
      words: "The acknowledgement fits.",
    }),
  );
});

it("the queue of strikes says which waits too long", async () => {
  const strike = { ...strikeCase, kind: "strike", subjectId: 31, priority: 0, reportedFor: "not_paid", reports: 0 };
  const fresh = { ...strike, id: 4, subjectId: 32, dueAt: "2099-01-01T00:00:00Z" };
  openAs("/admin/cases?kind=strike", { "GET /api/admin/cases": { cases: [strike, fresh], next: null } }, staff);
  const rows = await screen.findAllByTestId("case-row");
  expect(within(rows[0] as HTMLElement).getByText("Late")).toBeVisible();
  expect(within(rows[0] as HTMLElement).getByText("Not paid in time")).toBeVisible();
  expect(within(rows[1] as HTMLElement).queryByText("Late")).toBeNull();
});
