import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

vi.setConfig({ testTimeout: 30_000 });

const finance = { staffRole: "finance" as const };
const staffCase = {
  id: 3,
  kind: "payment",
  subjectId: 41,
  about: { id: 9, username: "siti" },
  state: "open",
  priority: 1,
  reportedFor: "wrong_amount",
  reports: 0,
  openedAt: NOW,
  waitsSince: NOW,
  dueAt: NOW,
  claimedBy: null,
  claimedUntil: null,
  decision: null,
  reason: null,
  overAt: null,
};
const page = {
  case: staffCase,
  filed: [],
  steps: [],
  acknowledgements: [],
  appeal: null,
  othersAbout: 0,
  actedUpon: 0,
  decisions: ["match", "credit", "write_off"],
};
const bill = {
  id: 41,
  status: "review",
  billId: "zq0tm2wc",
  amount: 1_000,
  failures: 0,
  channel: null,
  settledAs: null,
  createdAt: NOW,
  openedAt: NOW,
  paidAt: null,
  askAt: null,
  came: null,
  acts: [],
  orderId: "12",
  dealId: null,
  payerId: 9,
  stated: [1_500],
  notifications: [],
  secondPerson: { amount: 1_500, askedBy: 8, askedAt: NOW, until: NOW },
};

it("finance finds what does not fit, reads the amounts and credits what came", async () => {
  const { user } = openAs(
    "/admin/payments",
    {
      "GET /api/admin/cases/payments": { cases: [staffCase], next: null },
      "GET /api/admin/cases/payments/3": page,
      "GET /api/admin/boost/bills/41": bill,
      "POST /api/admin/cases/payments/3/decision": () => HttpResponse.json(page),
    },
    finance,
  );
  const row = await screen.findByTestId("case-row");
  expect(within(row).getByText("Another amount came")).toBeVisible();
  expect(screen.queryByLabelText("Kind")).toBeNull();
  await user.click(within(row).getByRole("link", { name: "Payment 41" }));
  expect(await screen.findByRole("link", { name: "Boost order 12" })).toHaveAttribute("href", "/admin/money/12");
  expect(screen.getByText("zq0tm2wc")).toBeVisible();
  expect(screen.getByText(/A colleague decided to credit this large amount/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = await screen.findByRole("dialog", { name: "How does it end?" });
  await user.click(within(dialog).getByLabelText("Write it off: nothing came"));
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("nothing_came");
  await user.click(within(dialog).getByLabelText("Credit what came"));
  await user.type(within(dialog).getByLabelText("Words for the record"), "Five ringgit more came.");
  await user.click(within(dialog).getByRole("button", { name: "Decide" }));
  await waitFor(() =>
    expect(callsTo("POST /api/admin/cases/payments/3/decision")[0]?.body).toEqual({
      decision: "credit",
      reason: "wrong_amount",
      words: "Five ringgit more came.",
    }),
  );
});
