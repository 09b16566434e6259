/** The wallet: its balance, every movement with the balance after it, and the file of all. */
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
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
  ...change,
});
const WALLET = "/profile?tab=wallet";

it("PROF-15: the balance, and each movement with the balance after it", async () => {
  openAs(WALLET, {
    "GET /api/boost/wallet": { balance: 4850, currency: "MYR" },
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
    "GET /api/boost/wallet": answer({ balance: 0, currency: "MYR" }),
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

it("the statement is a file; one that could not be made says so", async () => {
  const { user } = openAs(WALLET, { "GET /api/boost/wallet/entries.csv": refusal(503, "unavailable") });
  await user.click(await screen.findByRole("button", { name: "Statement (CSV)" }));
  expect((await screen.findAllByText("The file could not be made"))[0]).toBeVisible();
  expect(callsTo("GET /api/boost/wallet/entries.csv")).toHaveLength(1);
});
