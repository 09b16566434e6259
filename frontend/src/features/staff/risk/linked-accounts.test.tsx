import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { staffAccount } from "@/test/staff-makers";

const staff = { staffRole: "moderator" as const };
const account = staffAccount();
const answers = {
  "GET /api/admin/users/9": { account, emailHash: "e3b0c442", signIns: [], acts: [], banAsked: null },
  "GET /api/admin/orders": [],
  "GET /api/admin/cases/about/9": { cases: [], sanctions: [], reported: [], filed: 0, agreed: 0 },
  "GET /api/admin/auctions/strikes/9": { strikes: [], pausedUntil: null },
  "GET /api/admin/risk/about/9": { pairs: [] },
};

it("who is linked to an account is read when staff asks for it, and not before", async () => {
  const kamal = {
    person: { id: 12, username: "kamal" },
    signals: [
      { kind: "device", since: NOW, seenAt: NOW },
      { kind: "payout_account", since: NOW, seenAt: NOW },
    ],
  };
  const links = "GET /api/admin/risk/links/9";
  const { user } = openAs("/admin/people/9", { ...answers, [links]: { accounts: [kamal] } }, staff);
  const part = within(await screen.findByRole("region", { name: "Linked accounts" }));
  expect(callsTo(links)).toHaveLength(0);
  await user.click(part.getByRole("button", { name: "Look at linked accounts" }));
  const region = screen.getByRole("region", { name: "Linked accounts" });
  expect(region.parentElement, "the focus goes on to what came").toHaveFocus();
  const scope = within(region);
  expect(await scope.findByRole("link", { name: "kamal" })).toHaveAttribute("href", "/admin/people/12");
  expect(scope.getByText("Same browser")).toBeVisible();
  expect(scope.getByText("Same bank account")).toBeVisible();
  expect(callsTo(links)).toHaveLength(1);
});

it("an account that shares nothing says so", async () => {
  const links = "GET /api/admin/risk/links/9";
  const { user } = openAs("/admin/people/9", { ...answers, [links]: { accounts: [] } }, staff);
  await user.click(await screen.findByRole("button", { name: "Look at linked accounts" }));
  expect(await screen.findByText("No other account has the same browser, address or bank account.")).toBeVisible();
});
