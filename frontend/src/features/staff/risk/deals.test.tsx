import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

const LIST = "GET /api/admin/risk";
const DECIDE = "POST /api/admin/risk/5/decision";
const staff = { staffRole: "moderator" as const };
const because = (code: string, figure: number, of: number | null) => ({ code, figure, of });
const pair = {
  id: 5,
  kind: "deals",
  bidder: { id: 12, username: "kamal" },
  seller: { id: 9, username: "siti" },
  score: 0.86,
  level: "hold",
  reasons: [because("bought_back", 8, null), because("quick", 7, 8), because("shared_signal", 1, null)],
  state: "open",
  isMoneyHeld: true,
  flaggedAt: NOW,
  decided: null,
};
const sales = {
  ...pair,
  kind: "sales",
  seller: pair.bidder,
  level: "review",
  isMoneyHeld: false,
  reasons: [because("sales_disputed", 5, 10), because("sales_refunded", 4, 10), because("sales_cancelled", 3, 10)],
};

async function wordsOf(listed: object) {
  const { user } = openAs("/admin/risk", { [LIST]: { pairs: [listed], next: null }, [DECIDE]: listed }, staff);
  const row = within(await screen.findByTestId("risk-row"));
  const reasons = row.getAllByRole("list").at(-1) as HTMLElement;
  const words = within(reasons).getAllByRole("listitem");
  return { user, row, words: words.map(({ textContent }) => textContent) };
}

it("made-up purchases say why in words, and are decided about two people", async () => {
  const { user, row, words } = await wordsOf(pair);
  expect(words).toEqual([
    "The seller bought from this buyer 8 times",
    "7 of 8 purchases arrived within six hours",
    "Both accounts have 1 browser, address or bank account in common",
  ]);
  expect(row.getByText("bought from")).toBeVisible();
  await user.click(row.getByRole("button", { name: "Decide about kamal and siti" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Are these purchases made up?" }));
  await user.type(dialog.getByRole("textbox"), "Sisters.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  await waitFor(() =>
    expect(callsTo(DECIDE)[0]?.body).toEqual({ decision: "release", reason: "other", words: "Sisters." }),
  );
});

it("a seller whose sales go wrong is decided about alone, and paid", async () => {
  const { user, row, words } = await wordsOf(sales);
  expect(words).toEqual([
    "5 of 10 sales were disputed",
    "4 of 10 sales were paid back",
    "The seller called off 3 of 10 sales",
  ]);
  expect(row.getByText("Sales go wrong more often than usual")).toBeVisible();
  expect(row.queryByText("Payouts held")).toBeNull();
  await user.click(row.getByRole("button", { name: "Decide about the sales of kamal" }));
  expect(await screen.findByText("The sales of kamal. No payout is held for this.")).toBeVisible();
});
