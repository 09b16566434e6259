import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openAs } from "@/test/dashboard";
import { personMoney, staffAccount } from "@/test/staff-makers";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const account = staffAccount();
const answers = {
  "GET /api/admin/orders": [],
  "GET /api/admin/cases/about/9": { cases: [], sanctions: [], reported: [], filed: 0, agreed: 0 },
  "GET /api/admin/auctions/strikes/9": { strikes: [], pausedUntil: null },
  "GET /api/admin/risk/about/9": { pairs: [] },
  "GET /api/admin/boost/people/9": personMoney(),
};

it.each([
  [true, "Ask for a ban of siti?"],
  [false, "Ban siti?"],
])("a ban of a seller who lost the verified badge lately is asked for: %s", async (banTakesTwo, title) => {
  const page = { account, signIns: [], acts: [], banAsked: null, banTakesTwo };
  const { user } = openAs("/admin/people/9", { ...answers, "GET /api/admin/users/9": page }, staff);
  await user.click(await screen.findByRole("button", { name: "Ban" }));
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  expect(dialog.queryByText(/^This seller is verified, or was a few days ago/) !== null).toBe(banTakesTwo);
});
