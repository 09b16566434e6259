import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

const PAYOUTS = "GET /api/admin/boost/payouts";
const ASK = "POST /api/admin/boost/payouts/4/ask";
const staff = { staffRole: "admin" as const };

const aPayout = (change = {}) => ({
  id: 4,
  dealId: 12,
  userId: 9,
  amount: 80_000,
  status: "waiting",
  bankName: "Maybank",
  lastFour: "5678",
  createdAt: NOW,
  sendAt: NOW,
  endedAt: null,
  holderName: "Siti Rahman",
  namedAt: NOW,
  trouble: null,
  step: null,
  retryOf: null,
  retriedAs: null,
  acts: [],
  ...change,
});

it("a payout says in whose name it goes, what keeps it, and is asked about with one press", async () => {
  const acts = [{ act: "payout_asked", staffId: 3, reason: "The seller called", actedAt: NOW }];
  const tried = { trouble: "away", createdAt: "2026-01-01T00:00:00Z", step: "ask", acts };
  const waits = { payouts: [aPayout(tried)], next: null };
  const { user } = openAs("/admin/money?tab=payouts", { [PAYOUTS]: waits, [ASK]: aPayout({ status: "sent" }) }, staff);
  const row = within(await screen.findByTestId("payout-row"));
  expect(row.getByRole("link", { name: "Siti Rahman" })).toHaveAttribute("href", "/sellers/9");
  expect(row.getByText(/name matched/)).toBeVisible();
  expect(row.getByText("The provider did not answer. It is tried again every five minutes.")).toBeVisible();
  expect(row.queryByText(/^Goes out on/)).toBeNull();
  await user.click(row.getByRole("button", { name: "Ask the provider about payout 4" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(screen.getAllByText("At the bank")[0]).toBeVisible());
  expect(callsTo(ASK).map(({ body }) => body)).toEqual([{}]);
  expect(within(row.getByRole("list", { name: "What staff did" })).getByText(/The seller called/)).toBeVisible();
  expect(callsTo(PAYOUTS).length).toBeGreaterThan(1);
});

it("a payout that failed says why and is sent again; one of a new account can only wait", async () => {
  const ended = { status: "failed", trouble: "given_back", endedAt: NOW, holderName: null };
  const failed = aPayout({ id: 5, step: "retry", ...ended });
  const { user } = openAs(
    "/admin/money?tab=payouts",
    {
      [PAYOUTS]: { payouts: [aPayout(), failed, aPayout({ id: 3, retriedAs: 6, ...ended })], next: null },
      "POST /api/admin/boost/payouts/5/retry": refusal(409, "no_payout_account", "Add a bank account first."),
    },
    staff,
  );
  const [waiting, again, old] = await screen.findAllByTestId("payout-row");
  for (const row of [waiting, old]) expect(within(row as HTMLElement).queryByRole("button")).toBeNull();
  expect(within(again as HTMLElement).getByText("The bank gave it back.")).toBeVisible();
  expect(within(old as HTMLElement).getByText("Sent again as 6")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Show"), "Failed");
  expect(callsTo(PAYOUTS).at(-1)?.query).toBe("?state=failed");
  await user.click(await screen.findByRole("button", { name: "Send payout 5 again" }));
  await user.type(screen.getByLabelText("Reason"), "The account is right now");
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(screen.getAllByText("Its owner has no bank account now.")[0]).toBeVisible());
});

it("a payout that was never answered is ended by staff, as the provider says, with a reason", async () => {
  const open = aPayout({ trouble: "unclear", status: "sending", step: "settle" });
  const SETTLE = "POST /api/admin/boost/payouts/4/settle";
  const { user } = openAs(
    "/admin/money?tab=payouts",
    { [PAYOUTS]: { payouts: [open], next: null }, [SETTLE]: aPayout({ status: "failed" }) },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Say how payout 4 ended" }));
  const dialog = within(screen.getByRole("dialog", { name: "Say how payout 4 ended" }));
  await user.type(dialog.getByLabelText("Reason"), "Billplz has no such order");
  await user.click(dialog.getByRole("button", { name: "Say how it ended" }));
  expect(dialog.getByText("Please choose.")).toBeVisible();
  expect(callsTo(SETTLE)).toEqual([]);
  await user.selectOptions(dialog.getByLabelText("What the provider says"), "It was never taken, or was given back");
  await user.click(dialog.getByRole("button", { name: "Say how it ended" }));
  await waitFor(() => expect(screen.getAllByText("Failed, back in the wallet")[0]).toBeVisible());
  expect(callsTo(SETTLE)[0]?.body).toEqual({ outcome: "refused", reason: "Billplz has no such order" });
});

it("a payout of which the provider names another amount is asked about again, and settling says what the trouble is", async () => {
  const differs = aPayout({ trouble: "differs", status: "sent", step: "settle" });
  const later = aPayout({ id: 5, trouble: "differs", status: "sent", step: "settle", sendAt: "2099-01-01T00:00:00Z" });
  const unclear = aPayout({ id: 6, trouble: "unclear", status: "sent", step: "settle" });
  const { user } = openAs(
    "/admin/money?tab=payouts",
    { [PAYOUTS]: { payouts: [differs, later, unclear], next: null }, [ASK]: aPayout({ status: "completed" }) },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Say how payout 4 ended" }));
  const dialog = within(screen.getByRole("dialog", { name: "Say how payout 4 ended" }));
  expect(dialog.getByText(/^The provider names another amount or number\./)).toBeVisible();
  expect(dialog.queryByText(/answer was lost/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  for (const id of [5, 6]) {
    expect(screen.queryByRole("button", { name: `Ask the provider about payout ${id}` })).toBeNull();
  }
  await user.click(screen.getByRole("button", { name: "Ask the provider about payout 4" }));
  await waitFor(() => expect(callsTo(ASK)).toHaveLength(1));
});
