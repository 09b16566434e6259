import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";
import { anOrder } from "@/test/talk-makers";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const account = {
  id: 12,
  username: "zara",
  email: "zara@wangi.example",
  firstName: "",
  lastName: "",
  isSeller: true,
  isAdmin: false,
  staffRole: null,
  isBanned: false,
  isVerified: false,
  emailVerified: true,
  suspendedUntil: null,
  identityCheckedAt: null,
  createdAt: NOW,
};
const counts = (name: string, total: number, days: number[]) => ({ name, total, days });
const counted = (body: object, total: number) =>
  HttpResponse.json(body, { headers: { "X-Total-Count": String(total) } });
const openDashboard = (query = "", answers: Record<string, unknown> = {}) =>
  openAs(
    `/admin/dashboard${query}`,
    {
      "GET /api/admin/overview": {
        since: "2026-11-19",
        until: "2026-11-20",
        events: [
          counts("DealOpened", 1904, [41, 82]),
          counts("BidPlaced", 60, [1, 2]),
          counts("UserRegistered", 3, [0, 1]),
        ],
      },
      "GET /api/admin/users": counted([account], 3482),
      "GET /api/admin/cases/waiting": [],
      "GET /api/admin/boost/waiting": [],
      "GET /api/products": counted([], 117),
      "GET /api/admin/boost/held": { deals: 27, amount: 1_234_500, currency: "MYR" },
      "GET /api/admin/orders": [{ ...anOrder(), userId: 7 }],
      "GET /api/products/all": counted([ownListing({ id: 5 })], 1),
      ...answers,
    },
    staff,
  );

it("ADM-02, ADM-03: the figures stand above users, orders and listings, with what came on each day", async () => {
  openDashboard();
  expect(await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  expect(await screen.findByText("1,904")).toBeVisible();
  expect(screen.getByText("82 today")).toBeVisible();
  expect(await screen.findByText("117")).toBeVisible();
  expect(screen.getByText("2 bids today")).toBeVisible();
  expect(
    await screen.findByText((_, element) => element?.tagName === "DD" && element.textContent === "RM12,345.00"),
  ).toBeVisible();
  expect(screen.getByText("27 purchases")).toBeVisible();
  expect(await screen.findAllByText("3,482")).toHaveLength(2);
  expect(callsTo("GET /api/admin/users").map(({ query }) => query)).toContain("?limit=1&role=seller");
  expect(screen.getByRole("img", { name: "Orders: 123 in these days, 82 at most on one." })).toBeVisible();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Users", "Orders", "Listings"]);
});

it("ADM-01, ADM-04: without admin rights nothing of staff's is asked for", async () => {
  openAs("/admin/dashboard", {}, { staffRole: null });
  expect(await screen.findByText("You need administrator privileges to access this page.")).toBeVisible();
  expect(callsTo("GET /api/admin/users")).toHaveLength(0);
});

it("ADM-05, ADM-08, ADM-09, ADM-14: a user is found, banned with a reason, and unbanned", async () => {
  let isBanned = false;
  const { user } = openDashboard("", {
    "GET /api/admin/users": () => counted([{ ...account, isBanned }], 1),
    "PATCH /api/admin/users/12/ban": (body: { isBanned: boolean }) => {
      isBanned = body.isBanned;
      return HttpResponse.json({ ...account, isBanned });
    },
  });
  const users = within(await screen.findByRole("tabpanel", { name: "Users" }));
  await user.type(users.getByLabelText(/^Search/), "zar");
  await waitFor(() => expect(callsTo("GET /api/admin/users").at(-1)?.query).toContain("search=zar"));
  await user.click(await screen.findByRole("button", { name: "Ban" }));
  const dialog = within(screen.getByRole("dialog", { name: "Ban zara?" }));
  await user.type(dialog.getByLabelText(/^In your own words/), "Sells empty bottles");
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  await waitFor(() => expect(screen.getByText("User has been banned")).toBeVisible());
  expect(callsTo("PATCH /api/admin/users/12/ban")[0]?.body).toEqual({
    isBanned: true,
    code: "other",
    reason: "Sells empty bottles",
  });
  await user.click(await screen.findByRole("button", { name: "Unban" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Unban" }));
  await waitFor(() => expect(screen.getByText("User has been unbanned")).toBeVisible());
});

it("ADM-05: users are filtered by what they are and how they stand, in the address", async () => {
  const { user, path } = openDashboard("?role=staff&accountStatus=asleep");
  const users = within(await screen.findByRole("tabpanel", { name: "Users" }));
  await screen.findByTestId("account-row");
  expect(callsTo("GET /api/admin/users").map(({ query }) => query)).toContain("?role=staff&limit=50");
  expect(users.getByLabelText("Show")).toHaveValue("staff");
  await user.selectOptions(users.getByLabelText("Account status"), "suspended");
  await waitFor(() =>
    expect(callsTo("GET /api/admin/users").at(-1)?.query).toBe("?role=staff&accountStatus=suspended&limit=50"),
  );
  expect(path()).toBe("/admin/dashboard?role=staff&accountStatus=suspended");
});

it.each([
  ["pending", ["Process", "Cancel"], "processing"],
  ["processing", ["Ship", "Cancel"], "shipped"],
  ["shipped", ["Deliver"], "delivered"],
  ["delivered", [], null],
  ["cancelled", [], null],
] as const)("ADM-10, ADM-11: a %s order offers what may follow and no more", async (status, names, next) => {
  const { user } = openDashboard("?tab=orders", {
    "GET /api/admin/orders": [{ ...anOrder({ status }), userId: 7 }],
    "PATCH /api/admin/orders/12/status": { ...anOrder(), userId: 7 },
  });
  const row = within(await screen.findByTestId("staff-order"));
  expect(row.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(names);
  if (!next) return;
  await user.click(row.getAllByRole("button")[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  const go = dialog.getByRole("button", { name: names[0] });
  await user.click(go);
  expect(dialog.getByText("Please say why.")).toBeVisible();
  await user.selectOptions(dialog.getByLabelText("Why"), "asked_by_buyer");
  await user.type(dialog.getByLabelText("In your own words"), "They wrote to us");
  await user.click(go);
  expect(await screen.findByText("Order status has been updated")).toBeVisible();
  expect(callsTo("PATCH /api/admin/orders/12/status")[0]?.body).toEqual({
    status: next,
    reason: "asked_by_buyer",
    words: "They wrote to us",
  });
});

it("ADM-14: a refusal of the server is shown in its words", async () => {
  const { user } = openDashboard("?tab=orders", {
    "GET /api/admin/orders": [{ ...anOrder({ status: "pending" }), userId: 7 }],
    "PATCH /api/admin/orders/12/status": refusal(409, "brand_new_code", "This order is over."),
  });
  await user.click(await screen.findByRole("button", { name: "Process" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("In your own words"), "They wrote to us");
  await user.click(dialog.getByRole("button", { name: "Process" }));
  expect(await screen.findByText("This order is over.")).toBeVisible();
  expect(screen.getByText("Error")).toBeVisible();
});

it("ADM-12, ADM-13: a listing is removed with a reason that is not blank, and can be put back", async () => {
  let status = "active";
  const { user } = openDashboard("?tab=listings", {
    "GET /api/products/all": () => counted([ownListing({ id: 5, status })], 1),
    "POST /api/admin/products/5/remove": () => {
      status = "removed";
      return HttpResponse.json(ownListing({ id: 5, status }));
    },
    "POST /api/admin/products/5/restore": ownListing({ id: 5 }),
  });
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("In your own words"), "   ");
  await user.click(dialog.getByRole("button", { name: "Remove listing" }));
  expect(dialog.getByText("Please say why.")).toBeVisible();
  expect(callsTo("POST /api/admin/products/5/remove")).toHaveLength(0);
  await user.selectOptions(dialog.getByLabelText("Why"), "Stolen photographs");
  await user.type(dialog.getByLabelText("In your own words"), "A copy");
  await user.click(dialog.getByRole("button", { name: "Remove listing" }));
  expect(await screen.findByText("Listing has been removed and seller has been notified")).toBeVisible();
  expect(callsTo("POST /api/admin/products/5/remove")[0]?.body).toEqual({ code: "stolen_photos", reason: "A copy" });
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  expect(await screen.findByText("Listing has been restored")).toBeVisible();
});

it("ADM-06: the orders of one person stand in the address, and one of them leads to its page", async () => {
  const { user, path } = openDashboard("?tab=orders&person=9");
  const row = within(await screen.findByTestId("staff-order"));
  expect(row.getByRole("link", { name: "W000012" })).toHaveAttribute("href", "/admin/orders/12");
  expect(callsTo("GET /api/admin/orders").at(-1)?.query).toBe("?limit=50&personId=9");
  expect(screen.getByRole("link", { name: "Only those of person 9" })).toHaveAttribute("href", "/admin/people/9");
  await user.click(screen.getByRole("button", { name: "Show everybody’s" }));
  await waitFor(() => expect(callsTo("GET /api/admin/orders").at(-1)?.query).toBe("?limit=50"));
  expect(path()).toBe("/admin/dashboard?tab=orders");
});
