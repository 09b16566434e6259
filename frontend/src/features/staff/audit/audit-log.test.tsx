import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

vi.setConfig({ testTimeout: 30_000 });
const staff = { staffRole: "admin" as const };

it("the record shows each fact and goes on where the page ends", async () => {
  const entry = { id: 9, eventId: "e", type: "BidPlaced", source: "/auction", subject: "4", version: 1 };
  const ban = {
    ...entry,
    id: 10,
    type: "wangi.auth.UserBanned.v1",
    source: "/auth",
    byName: "nurul",
    data: { byAdminId: 3, reason: "Fakes." },
  };
  const next = { headers: { Link: '</api/admin/audit?cursor=WzJd>; rel="next"' } };
  const { user } = openAs(
    "/admin/audit",
    {
      "GET /api/admin/audit": HttpResponse.json(
        [
          { ...ban, happenedAt: NOW },
          { ...entry, happenedAt: NOW, byName: "", data: { amount: 10, reason: "no_breach" } },
          {
            ...entry,
            id: 8,
            type: "UserSuspended",
            subject: "",
            happenedAt: NOW,
            byName: "",
            data: {},
            isHidden: true,
          },
        ],
        next,
      ),
      "GET /api/admin/audit/chain": { checked: 2, isWhole: false, faults: ["rest: 7 was changed"], heads: {} },
    },
    staff,
  );
  expect(await screen.findByText("rest: 7 was changed")).toBeVisible();
  expect(await screen.findByText("Bid placed")).toBeVisible();
  expect(screen.getByText("Banned a user", { selector: "span" })).toBeVisible();
  expect(screen.getByText("Fakes.")).toBeVisible();
  expect(screen.getByText("No rule was broken")).toBeVisible();
  expect(screen.getByText("Hidden because it may concern you. Another admin can read it.")).toBeVisible();
  expect(screen.getByRole("link", { name: "nurul" })).toHaveAttribute("href", "/admin/people/3");
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(callsTo("GET /api/admin/audit").at(-1)?.query).toContain("cursor=WzJd"));
  await user.selectOptions(screen.getByLabelText("Show"), "staff");
  await user.selectOptions(screen.getByLabelText("Service"), "auth");
  await waitFor(() => expect(callsTo("GET /api/admin/audit").at(-1)?.query).toContain("byStaff=true"));
  await waitFor(() => expect(callsTo("GET /api/admin/audit").at(-1)?.query).toContain("source=auth"));
  await user.type(screen.getByLabelText("About"), "9");
  await waitFor(() => expect(callsTo("GET /api/admin/audit").at(-1)?.query).toContain("source=auth&subject=9"));
});

it("kind and days stand in the address, and the file has the same filters", async () => {
  const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  // happy-dom would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user, path } = openAs(
    "/admin/audit?since=2026-11-01&until=soon&kind=Nothing",
    {
      "GET /api/admin/audit": [],
      "GET /api/admin/audit/chain": { checked: 2, isWhole: true, faults: [], heads: {} },
      "GET /api/admin/audit/export.csv": () => HttpResponse.text("id"),
    },
    staff,
  );
  expect(await screen.findByText("Nothing found")).toBeVisible();
  expect(callsTo("GET /api/admin/audit")[0]?.query).toBe("?since=2026-11-01&limit=50");
  await user.selectOptions(screen.getByLabelText("Kind of act"), "Banned a user");
  await user.click(screen.getByRole("button", { name: "Export (CSV)" }));
  await waitFor(() => expect(createUrl).toHaveBeenCalledOnce());
  expect(callsTo("GET /api/admin/audit/export.csv")[0]?.query).toBe("?kind=UserBanned&since=2026-11-01");
  expect(path()).toBe("/admin/audit?since=2026-11-01&until=soon&kind=UserBanned");
  vi.restoreAllMocks();
});

it("an act of staff shows each field before and after, and its request leads to all of that request", async () => {
  const requestId = "1f0c2d3e4a5b";
  const fields = [
    { name: "isBanned", before: false, after: true },
    { name: "suspendedUntil", before: null, after: NOW },
    { name: "refunded", before: 0, after: 125_050 },
    { name: "status", before: "active", after: "taken_down" },
    { name: "pay_wallet", before: 1, after: 0 },
    { name: "auctions", before: true, after: false },
    { name: "of_a_newer_build", before: 1, after: 2 },
  ];
  const { user, path } = openAs(
    "/admin/audit",
    {
      "GET /api/admin/audit": [
        {
          id: 12,
          eventId: "e",
          type: "wangi.auth.AccountChangedByStaff.v1",
          source: "/auth",
          subject: "staff-change-1",
          version: 1,
          happenedAt: NOW,
          byName: "",
          data: { byAdminId: 3, reason: null, fields, requestId },
        },
      ],
      "GET /api/admin/audit/chain": { checked: 2, isWhole: true, faults: [], heads: {} },
    },
    staff,
  );
  expect(await screen.findByText("Changed an account", { selector: "span" })).toBeVisible();
  const changed = (words: string) =>
    screen.getByText(
      (_, element) => element?.tagName === "LI" && element.textContent?.replaceAll("\u00a0", " ") === words,
    );
  expect(changed("Banned No →  Yes")).toBeVisible();
  expect(changed("Given back RM 0.00 →  RM 1,250.50")).toBeVisible();
  expect(changed("Status active →  Removed")).toBeVisible();
  expect(screen.getByText("Pay boosts with wallet credit")).toBeVisible();
  expect(changed("New auctions Yes →  No")).toBeVisible();
  expect(screen.getByText("of_a_newer_build")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(requestId);
  await user.click(screen.getByLabelText("Request"));
  await user.paste(requestId);
  await waitFor(() => expect(callsTo("GET /api/admin/audit").at(-1)?.query).toBe(`?requestId=${requestId}&limit=50`));
  expect(path()).toBe(`/admin/audit?request=${requestId}`);
  await user.type(screen.getByLabelText("Request"), " x");
  await waitFor(() => expect(path()).toContain("x"));
  expect(callsTo("GET /api/admin/audit").at(-1)?.query).not.toContain("x&");
});
