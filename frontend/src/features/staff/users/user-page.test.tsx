import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { personMoney, staffAccount } from "@/test/staff-makers";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const account = staffAccount();
const phone = {
  device: "Safari on iPhone",
  place: "Network 60.52.14.0/24",
  network: "60.52.14.0/24",
  signedInWith: "password",
  createdAt: NOW,
  lastSeenAt: NOW,
};
const warned = { act: "warn", byAdminId: 1, reason: "Said it was full.", before: {}, after: {}, happenedAt: NOW };
const staffCase = {
  id: 3,
  kind: "listing",
  subjectId: 12,
  about: { id: 9, username: "siti" },
  state: "open",
  priority: 0,
  reportedFor: "counterfeit",
  reports: 2,
  openedAt: NOW,
  waitsSince: NOW,
  claimedBy: null,
  claimedUntil: null,
  decision: null,
  reason: null,
  overAt: null,
};
const takeover = {
  id: 7,
  kind: "takeover",
  bidder: { id: 9, username: "siti" },
  seller: { id: 9, username: "siti" },
  score: 0.9,
  level: "hold",
  reasons: [{ code: "email_changed", figure: 1, of: null }],
  state: "open",
  isMoneyHeld: true,
  flaggedAt: NOW,
  decided: null,
};
const answers = {
  "GET /api/admin/users/9": { account, emailHash: "e3b0c442", signIns: [phone], acts: [warned], banAsked: null },
  "GET /api/admin/orders": [],
  "GET /api/admin/cases/about/9": {
    cases: [staffCase],
    reported: [{ case: { ...staffCase, id: 8, subjectId: 77 }, reason: "spam", filedAt: NOW }],
    filed: 4,
    agreed: 3,
    sanctions: [],
  },
  "GET /api/admin/auctions/strikes/9": {
    strikes: [{ number: 1, auctionId: 422, givenAt: NOW, liftedAt: null }],
    pausedUntil: null,
  },
  "GET /api/admin/risk/about/9": { pairs: [takeover] },
  "GET /api/admin/boost/people/9": personMoney(),
};

it("staff sees an account with what each service knows of it", async () => {
  openAs("/admin/people/9", answers, staff);
  expect(await screen.findByText("siti@wangi.example")).toBeVisible();
  expect(screen.getByText("e3b0c442")).toBeVisible();
  expect(screen.getByText("Safari on iPhone")).toBeVisible();
  expect(screen.getByText("Said it was full.")).toBeVisible();
  const money = screen.getByRole("region", { name: "Money" });
  await waitFor(() => expect(money).toHaveTextContent("120.50"));
  const purchase = within(money).getByRole("link", { name: "Purchase 31" });
  expect(purchase).toHaveAttribute("href", "/admin/orders/31");
  expect(within(money).getByRole("list", { name: "Payouts" })).toHaveTextContent("Maybank ··5678At the bank");
  expect(within(money).getByRole("list", { name: "Ledger of the wallet" })).toHaveTextContent("Purchase paid back");
  const ownReports = within(screen.getByRole("region", { name: "Reported by them" }));
  expect(ownReports.getByRole("link", { name: "Listing 77" })).toHaveAttribute("href", "/admin/cases/8");
  expect(screen.getByRole("link", { name: "Auction 422" })).toHaveAttribute("href", "/auctions/422");
  expect(screen.getByText("4 reports in all, of which staff acted upon 3.")).toBeVisible();
  expect(screen.getByText("No orders")).toBeVisible();
  const risk = within(screen.getByRole("region", { name: "Risk" }));
  expect(await risk.findByText("The e-mail address was changed")).toBeVisible();
  expect(risk.getByText("Payouts held")).toBeVisible();
  expect(risk.getByRole("link", { name: /^Account taken over/ })).toHaveAttribute("href", "/admin/risk?state=open");
});

it("each role of the staff sees what it has to do with", async () => {
  openAs("/admin/people/9", answers, { staffRole: "support" as const });
  expect(await screen.findByRole("button", { name: "Sign out everywhere" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Identity was checked" })).toBeVisible();
  for (const name of ["Ban", "Suspend", "Take the right to sell"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(screen.queryByRole("region", { name: "Money" })).toBeNull();
  expect(callsTo("GET /api/admin/boost/people/9")).toHaveLength(0);
  const places = within(screen.getByRole("navigation", { name: "Staff" })).getAllByRole("link");
  expect(places.map(({ textContent }) => textContent)).toEqual(["Overview"]);
});

it("one of the staff is named with their role, and is not to be banned", async () => {
  const colleague = { ...account, staffRole: "finance" };
  openAs(
    "/admin/people/9",
    { ...answers, "GET /api/admin/users/9": { account: colleague, signIns: [], acts: [], banAsked: null } },
    staff,
  );
  expect(await screen.findByText("Finance")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Ban" })).toBeNull();
});

it("a ban of a verified seller is asked for, and a second person agrees", async () => {
  const verified = { ...account, isVerified: true };
  let requestBody: object | null = null;
  const { user } = openAs(
    "/admin/people/9",
    {
      ...answers,
      "GET /api/admin/users/9": () =>
        HttpResponse.json({ account: verified, signIns: [], acts: [], banAsked: requestBody }),
      "PATCH /api/admin/users/9/ban": () => {
        requestBody = { byAdminId: 3, code: "counterfeit", reason: "Fakes.", askedAt: NOW, until: NOW };
        return HttpResponse.json(verified);
      },
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Ban" }));
  const first = await screen.findByRole("dialog", { name: "Ask for a ban of siti?" });
  await user.selectOptions(within(first).getByLabelText("Why"), "counterfeit");
  await user.type(within(first).getByLabelText("In your own words"), "Fakes.");
  await user.click(within(first).getByRole("button", { name: "Ask for the ban" }));
  await waitFor(() => expect(screen.getByText("The ban was asked for")).toBeVisible());
  expect(await screen.findByText("A colleague asked for a ban")).toBeVisible();
  expect(screen.getByText(/The reason given: Counterfeit\. Fakes\./)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Ban" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Agree to the ban" }));
  const second = await screen.findByRole("dialog", { name: "Ban siti?" });
  await user.click(within(second).getByRole("button", { name: "Ban" }));
  expect(within(second).getByText("Please say why.")).toBeVisible();
  await user.type(within(second).getByLabelText("In your own words"), "Fakes.");
  await user.click(within(second).getByRole("button", { name: "Ban" }));
  await waitFor(() => expect(callsTo("PATCH /api/admin/users/9/ban")).toHaveLength(2));
  expect(callsTo("PATCH /api/admin/users/9/ban").map(({ body }) => body)).toEqual([
    { isBanned: true, code: "counterfeit", reason: "Fakes." },
    { isBanned: true, code: "counterfeit", reason: "Fakes." },
  ]);
});

it("a service that is away leaves what the others know", async () => {
  const away = { ...answers, "GET /api/admin/boost/people/9": () => HttpResponse.error() };
  openAs("/admin/people/9", away, staff);
  const wallet = await screen.findByRole("region", { name: "Money" });
  expect(await within(wallet).findByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.getByText("siti@wangi.example")).toBeVisible();
});

it("a suspension asks for how long and why, and the account is asked for again", async () => {
  const { user } = openAs(
    "/admin/people/9",
    { ...answers, "POST /api/admin/users/9/suspend": { ...account, suspendedUntil: NOW } },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Suspend" }));
  const dialog = await screen.findByRole("dialog", { name: "Suspend siti?" });
  await user.click(within(dialog).getByRole("button", { name: "Suspend" }));
  expect(within(dialog).getByText("Please say why.")).toBeVisible();
  await user.selectOptions(within(dialog).getByLabelText("For how long"), "30");
  await user.selectOptions(within(dialog).getByLabelText("Why"), "Scam");
  await user.type(within(dialog).getByLabelText("In your own words"), "Sold one bottle twice.");
  await user.click(within(dialog).getByRole("button", { name: "Suspend" }));
  await waitFor(() => expect(screen.getByText("Done and recorded")).toBeVisible());
  expect(callsTo("POST /api/admin/users/9/suspend")[0]?.body).toEqual({
    days: 30,
    code: "scam",
    reason: "Sold one bottle twice.",
  });
  await waitFor(() => expect(callsTo("GET /api/admin/users/9")).toHaveLength(2));
});

it("who is suspended is let back by words that say so", async () => {
  const suspended = { ...account, suspendedUntil: new Date(Date.now() + 86_400_000).toISOString() };
  const user9 = { ...answers["GET /api/admin/users/9"], account: suspended };
  const { user } = openAs("/admin/people/9", { ...answers, "GET /api/admin/users/9": user9 }, staff);
  await user.click(await screen.findByRole("button", { name: "Change the suspension" }));
  const dialog = await screen.findByRole("dialog", { name: "Suspend siti?" });
  await user.selectOptions(within(dialog).getByLabelText("For how long"), "Lift the suspension");
  const lifting = await screen.findByRole("dialog", { name: "Lift the suspension of siti?" });
  expect(within(lifting).getByRole("button", { name: "Lift the suspension" })).toBeVisible();
  expect(within(lifting).queryByRole("button", { name: "Suspend" })).toBeNull();
});
