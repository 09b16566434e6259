import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { fakeLive } from "@/test/fake-live";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const waiting = [
  { what: "reports", count: 100, since: new Date(Date.now() - 3.5 * 3_600_000).toISOString() },
  { what: "appeals", count: 0, since: null, personId: null },
  { what: "sanctions", count: 1, since: new Date(Date.now() - 7 * 60_000).toISOString(), personId: 9 },
];
it("what waits is counted, says for how long, and leads to where it is decided", async () => {
  const { user, path } = openAs(
    "/admin/dashboard",
    {
      "GET /api/admin/cases/waiting": waiting,
      "GET /api/admin/boost/waiting": [{ what: "refunds", count: 2, since: NOW }],
      "GET /api/admin/cases": { cases: [], next: null },
    },
    { staffRole: "admin" },
  );
  const shown = within(await screen.findByRole("region", { name: "What waits" }));
  expect(await shown.findByText("100 or more")).toBeVisible();
  const rows = shown.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows[0]).toBe("Reports100 or more3 h");
  expect(rows[1]).toBe("AppealsNothing");
  expect(rows).toContain("Bans, suspensions and removals still to be carried out17 min");
  expect(shown.getByRole("link", { name: /^Bans, suspensions/ })).toHaveAttribute("href", "/admin/people/9");
  expect(rows.at(-1)).toMatch(/^Refunds for a second person2/);
  await user.click(shown.getByRole("link", { name: "Appeals" }));
  await waitFor(() => expect(path()).toBe("/admin/cases?state=appealed"));
});

it("each of the staff sees what their role decides, and only that is asked for", async () => {
  openAs("/admin/dashboard", { "GET /api/admin/boost/waiting": [] }, { staffRole: "finance" });
  const shown = within(await screen.findByRole("region", { name: "What waits" }));
  expect(shown.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Payments that do not fit",
    "Payouts in trouble",
    "Refunds for a second person",
  ]);
  await waitFor(() => expect(callsTo("GET /api/admin/boost/waiting")).toHaveLength(1));
  expect(callsTo("GET /api/admin/cases/waiting")).toHaveLength(0);
});

it("support, which decides nothing of it, sees nothing of it", async () => {
  openAs("/admin/dashboard", {}, { staffRole: "support" });
  expect(await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "What waits" })).toBeNull();
  expect(callsTo("GET /api/admin/boost/waiting")).toHaveLength(0);
});

it("when it does not load, Retry asks again", async () => {
  const { user } = openAs(
    "/admin/dashboard",
    { "GET /api/admin/cases/waiting": () => refusal(503, "unavailable"), "GET /api/admin/boost/waiting": [] },
    { staffRole: "moderator" },
  );
  const shown = within(await screen.findByRole("region", { name: "What waits" }));
  await user.click(await shown.findByRole("button", { name: "Retry" }));
  await waitFor(() => expect(callsTo("GET /api/admin/cases/waiting").length).toBeGreaterThan(1));
});

it("what has changed is asked for again when the live connection says so, and nothing else", async () => {
  const cases = "GET /api/admin/cases/waiting";
  const money = "GET /api/admin/boost/waiting";
  const held = "GET /api/admin/boost/held";
  openAs(
    "/admin/dashboard",
    { [cases]: waiting, [money]: [], [held]: { amount: 100, deals: 1 } },
    { staffRole: "admin" },
  );
  expect(await screen.findByText("100 or more")).toBeVisible();
  await waitFor(() => expect([cases, money, held].map((call) => callsTo(call).length)).toEqual([1, 1, 1]));
  act(() => fakeLive.send("staff_work", { areas: ["money"] }));
  await waitFor(() => expect(callsTo(money)).toHaveLength(2));
  await waitFor(() => expect([cases, money, held].map((call) => callsTo(call).length)).toEqual([1, 2, 2]));
});
