import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { protectionTerms } from "@/test/protection";
import { refusal } from "@/test/server";
import type { Entry } from "./api";

vi.setConfig({ testTimeout: 30_000 });

const entry = (change: Partial<Entry>): Entry => ({
  id: 1,
  at: NOW,
  kind: "credit",
  amount: 550,
  balance: 7550,
  reason: "removed",
  orderId: null,
  dealId: null,
  ...change,
});
const WALLET = "/profile?tab=wallet";

it("PROF-15: the balance, and each movement with the balance after it", async () => {
  openAs(WALLET, {
    "GET /api/boost/wallet": { balance: 4850, currency: "MYR", ways: ["wallet", "bill"] },
    "GET /api/boost/wallet/entries": {
      entries: [entry({ id: 2, kind: "debit", amount: 2700, balance: 4850, reason: "held", orderId: "31" }), entry({})],
      next: null,
    },
  });
  await waitFor(() => expect(screen.getByRole("complementary", { name: "Balance" })).toHaveTextContent("RM 48.50"));
  const rows = within(await screen.findByRole("table"))
    .getAllByRole("row")
    .slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent)
        .slice(1),
    ),
  ).toEqual([
    ["Paid for a boostBoost order 31", "Payment: −27.00", "48.50"],
    ["Rest of a boost, the listing was removed", "Credit: +5.50", "75.50"],
  ]);
  expect(screen.getByRole("link", { name: "Boost order 31" })).toHaveAttribute("href", "/seller/dashboard?tab=boosted");
});

it("PROF-15: movements of one kind, a page at a time", async () => {
  const { user } = openAs(WALLET, {
    "GET /api/boost/wallet/entries": () => {
      const more = callsTo("GET /api/boost/wallet/entries").at(-1)?.query.includes("cursor");
      return HttpResponse.json({ entries: [entry({ id: more ? 1 : 2 })], next: more ? null : "b" });
    },
  });
  await user.selectOptions(await screen.findByRole("combobox", { name: "Show" }), "Credits");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  expect(callsTo("GET /api/boost/wallet/entries").at(-1)?.query).toBe("?kind=credit&cursor=b");
});

it("PROF-15: nothing yet is said without an invented movement; what did not load can be tried again", async () => {
  let fails = true;
  const answer = (json: object) => () => (fails ? refusal(503, "unavailable") : HttpResponse.json(json));
  const { user } = openAs(WALLET, {
    "GET /api/boost/wallet": answer({ balance: 0, currency: "MYR", ways: ["wallet", "bill"] }),
    "GET /api/boost/wallet/entries": answer({ entries: [], next: null }),
  });
  expect(await screen.findByText("The balance did not load.")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "The transactions did not load" })).toBeVisible();
  fails = false;
  for (const again of screen.getAllByRole("button", { name: "Retry" })) await user.click(again);
  expect(await screen.findByText(/^Nothing here yet/)).toBeVisible();
  expect(await screen.findByRole("complementary", { name: "Balance" })).toHaveTextContent("RM 0.00");
  expect(screen.queryByRole("table")).toBeNull();
});

it("the statement is a file of what is shown; one that could not be made says so", async () => {
  const { user } = openAs(WALLET, { "GET /api/boost/wallet/entries.csv": refusal(503, "unavailable") });
  await user.click(await screen.findByRole("button", { name: "Statement (CSV)" }));
  await waitFor(() => expect(screen.getAllByText("The file could not be made")[0]).toBeVisible());
  await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Payments");
  await user.click(await screen.findByRole("button", { name: "Statement (CSV)" }));
  await waitFor(() =>
    expect(callsTo("GET /api/boost/wallet/entries.csv").map(({ query }) => query)).toEqual(["", "?kind=debit"]),
  );
});

const ACCOUNT = { bankCode: "MBBEMYKL", bankName: "Maybank", lastFour: "5678", holderName: "Aina", usableFrom: NOW };

it("beyond 39: a bank account is written down once, and only its end is shown again", async () => {
  let account: object = refusal(404, "not_found");
  const { user } = openAs(WALLET, {
    "GET /api/boost/protection": protectionTerms(true),
    "GET /api/boost/payout-account": () => (account instanceof Response ? account.clone() : HttpResponse.json(account)),
    "PUT /api/boost/payout-account": () => {
      account = ACCOUNT;
      return HttpResponse.json(account);
    },
    "POST /api/user/7/proof": { proof: "the-word", expiresAt: NOW },
  });
  await user.click(await screen.findByRole("button", { name: "Add a bank account" }));
  const dialog = within(screen.getByRole("dialog", { name: "Bank account" }));
  await user.type(dialog.getByLabelText("Account number"), "1640 1234 5678");
  await user.type(dialog.getByLabelText("Name of the account’s holder"), "Aina");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(callsTo("PUT /api/boost/payout-account")).toEqual([]);
  await user.type(await screen.findByLabelText("Your password"), "longenough{Enter}");
  expect(await screen.findByText("•••• 5678")).toBeVisible();
  expect(callsTo("POST /api/user/7/proof")[0]?.body).toEqual({ password: "longenough" });
  expect(callsTo("PUT /api/boost/payout-account")[0]?.body).toEqual({
    bankCode: "MBBEMYKL",
    accountNumber: "164012345678",
    holderName: "Aina",
  });
});

it("no more is paid out than there is, and the payout shows how it ended", async () => {
  const failed = { id: 3, dealId: null, amount: 5000, bankName: "Maybank", lastFour: "5678", createdAt: NOW };
  const { user } = openAs(WALLET, {
    "GET /api/boost/wallet": { balance: 4850, currency: "MYR", ways: ["wallet", "bill"] },
    "GET /api/boost/payout-account": ACCOUNT,
    "GET /api/boost/payouts": { payouts: [{ ...failed, sendAt: NOW, endedAt: NOW, status: "failed" }], next: null },
    "POST /api/boost/payouts": HttpResponse.json({ ...failed, amount: 4850, status: "sending" }, { status: 201 }),
  });
  expect(await screen.findByTestId("payout")).toHaveTextContent("Not taken by the bank, back in your wallet");
  await user.click(await screen.findByRole("button", { name: "Pay out" }));
  const dialog = within(screen.getByRole("dialog", { name: "Pay out" }));
  const amount = dialog.getByLabelText("Amount");
  await waitFor(() => expect(amount).toHaveValue("48.50"));
  await user.clear(amount);
  await user.type(amount, "48.51");
  await user.click(dialog.getByRole("button", { name: "Pay out" }));
  expect(dialog.getByText("There is RM 48.50 in your wallet.")).toBeVisible();
  expect(callsTo("POST /api/boost/payouts")).toHaveLength(0);
  await user.clear(amount);
  await user.type(amount, "48.50");
  await user.click(dialog.getByRole("button", { name: "Pay out" }));
  await waitFor(() => expect(callsTo("POST /api/boost/payouts")[0]?.body).toEqual({ amount: 4850 }));
  expect(callsTo("POST /api/boost/payouts")[0]?.key).toBeTruthy();
});

it("an account that is refused is corrected in its form; one is removed with the password alone", async () => {
  const { user } = openAs(WALLET, {
    "GET /api/boost/protection": protectionTerms(true),
    "GET /api/boost/payout-account": ACCOUNT,
    "PUT /api/boost/payout-account": refusal(422, "holder_name_mismatch", "The account must be in your own name."),
    "DELETE /api/boost/payout-account": () => new HttpResponse(null, { status: 204 }),
    "POST /api/user/7/proof": { proof: "the-word", expiresAt: NOW },
  });
  await user.click(await screen.findByRole("button", { name: "Change" }));
  const dialog = within(screen.getByRole("dialog", { name: "Bank account" }));
  await user.type(dialog.getByLabelText("Account number"), "164012345678");
  await user.type(dialog.getByLabelText("Name of the account’s holder"), "Somebody Else");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.type(await screen.findByLabelText("Your password"), "longenough{Enter}");
  expect(await screen.findByText("The account must be in your own name.")).toBeVisible();
  expect(screen.getByLabelText("Name of the account’s holder")).toHaveValue("Somebody Else");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.getByText(/What was sent already goes on/)).toBeVisible();
  await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
  await waitFor(() => expect(callsTo("DELETE /api/boost/payout-account")).toHaveLength(1));
});

it("payouts that wait for moderators say why, and what to do", async () => {
  const payout = { dealId: null, amount: 5000, bankName: "Maybank", lastFour: "5678", createdAt: NOW, sendAt: NOW };
  const held = { ...payout, id: 3, endedAt: null, status: "waiting", isHeld: true };
  openAs(WALLET, {
    "GET /api/boost/payout-account": ACCOUNT,
    "GET /api/boost/payouts": { payouts: [held], next: null },
  });
  expect(await screen.findByText("Your payouts wait for our moderators")).toBeVisible();
  expect(screen.getByTestId("payout")).toHaveTextContent("Waits for moderators");
  expect(screen.getByRole("link", { name: "Check how you sign in" })).toBeVisible();
});

it("a payout that waits is stopped after a question, and what is on its way is not", async () => {
  const payout = { dealId: null, amount: 5000, bankName: "Maybank", lastFour: "5678", createdAt: NOW, sendAt: NOW };
  const waiting = { ...payout, id: 3, endedAt: null, status: "waiting" };
  const STOP = "POST /api/boost/payouts/3/cancel";
  const { user } = openAs(WALLET, {
    "GET /api/boost/payout-account": ACCOUNT,
    "GET /api/boost/payouts": { payouts: [{ ...waiting, id: 4, status: "sent" }, waiting], next: null },
    [STOP]: { ...waiting, status: "cancelled", endedAt: NOW },
  });
  await user.click(await screen.findByRole("button", { name: /^Stop the payout of RM.50.00$/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Stop this payout?" }));
  expect(callsTo(STOP)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Stop the payout" }));
  await waitFor(() => expect(screen.getAllByText("Payout stopped")[0]).toBeVisible());
  expect(callsTo(STOP)).toHaveLength(1);
});
