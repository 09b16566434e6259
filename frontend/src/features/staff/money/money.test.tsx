import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { anOrder } from "@/test/boosts";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

const ORDERS = "GET /api/admin/boost/orders";
const BILLS = "GET /api/admin/boost/bills";
const staff = { staffRole: "admin" as const };
const order = (change = {}) => ({
  ...anOrder(change),
  sellerId: 12,
  sellerName: "aisyah",
  waitsForSecondPerson: false,
});
const page = (change = {}) => ({
  order: order(change),
  payments: [
    {
      id: 5,
      status: "paid",
      billId: "zq0tm2wc",
      amount: 2700,
      failures: 1,
      channel: "FPX",
      settledAs: "order",
      createdAt: NOW,
      openedAt: NOW,
      paidAt: NOW,
      askAt: null,
      came: null,
      acts: [],
    },
  ],
  attempts: [],
  notifications: [
    {
      id: 9,
      kind: "callback",
      billId: "zq0tm2wc",
      raw: "id=zq0tm2wc&paid=true",
      receivedAt: NOW,
      judgedAt: NOW,
      judgement: "paid",
    },
  ],
  refunds: [],
  secondPerson: null,
});

it("every order is listed, by status too, and leads to its page", async () => {
  const { user, path } = openAs(
    "/admin/money",
    { [ORDERS]: { orders: [order()], next: null }, "GET /api/admin/boost/orders/31": page() },
    staff,
  );
  expect(await screen.findByRole("link", { name: "aisyah" })).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Status"), "Being checked");
  expect(callsTo(ORDERS).at(-1)?.query).toBe("?status=review");
  await user.click(await screen.findByRole("link", { name: "Boost order 31" }));
  expect(path()).toBe("/admin/money/31");
  expect(await screen.findByText("id=zq0tm2wc&paid=true")).toBeInTheDocument();
  expect(within(screen.getByRole("region", { name: "Bills" })).getByText("FPX")).toBeVisible();
});

it("a payment of a purchase that does not fit shows the provider's callbacks, and is asked about", async () => {
  const bill = { ...page().payments[0], status: "review", dealId: 12, productId: 5, sellerId: 9, buyerId: 7 };
  const providerMessages = [{ ...page().notifications[0], judgement: "review" }];
  const { user } = openAs(
    "/admin/money?tab=mismatches",
    {
      [ORDERS]: { orders: [], next: null },
      [BILLS]: { bills: [{ ...bill, notifications: providerMessages }], next: null },
      "POST /api/admin/boost/bills/5/ask": { id: 5, found: "paid" },
      "POST /api/admin/boost/bills/5/credit": { id: 5, found: "credited" },
    },
    staff,
  );
  const row = within(await screen.findByTestId("unfitting-bill"));
  expect(row.getByRole("link", { name: "Purchase 12" })).toHaveAttribute("href", "/admin/disputes/12");
  expect(row.getByText("id=zq0tm2wc&paid=true")).toBeInTheDocument();
  await user.click(row.getByRole("button", { name: "Ask the provider: Purchase 12" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(screen.getAllByText("It is paid: the money is held.")[0]).toBeVisible());
  expect(callsTo("POST /api/admin/boost/bills/5/ask").map(({ body }) => body)).toEqual([{}]);
  await user.click(row.getByRole("button", { name: "Credit what came: Purchase 12" }));
  await user.type(screen.getByLabelText("Reason"), "Another amount came");
  await user.click(screen.getByRole("button", { name: "Credit what came" }));
  await waitFor(() => expect(screen.getAllByText("What came is wallet credit of its payer.")[0]).toBeVisible());
  expect(callsTo("POST /api/admin/boost/bills/5/credit")[0]?.body).toEqual({ reason: "Another amount came" });
  expect(screen.queryByText("Every payment fits")).toBeNull();
  expect(callsTo(BILLS).length).toBeGreaterThan(1);
});

it("a payment that does not fit is asked about with one press, and the provider's answer is shown", async () => {
  const answer = { orderId: "31", status: "paid", found: ["open", "paid"] };
  const { user } = openAs(
    "/admin/money?tab=mismatches",
    {
      [BILLS]: { bills: [], next: null },
      [ORDERS]: { orders: [order({ status: "review" })], next: null },
      "POST /api/admin/boost/orders/31/ask": async () => {
        await delay(50);
        return HttpResponse.json(answer);
      },
    },
    staff,
  );
  const button = await screen.findByRole("button", { name: "Ask the provider about order 31" });
  await user.dblClick(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(screen.getAllByText("The provider answered: Nothing paid yet, Paid")[0]).toBeVisible());
  expect(callsTo("POST /api/admin/boost/orders/31/ask").map(({ body }) => body)).toEqual([{}]);
  expect(callsTo(ORDERS)[0]?.query).toBe("?status=review");
  expect(callsTo(ORDERS).length).toBeGreaterThan(1);
});

it("no mismatches say so; orders that did not load are asked for again", async () => {
  const none = { [ORDERS]: { orders: [], next: null }, [BILLS]: { bills: [], next: null } };
  openAs("/admin/money?tab=mismatches", none, staff);
  expect(await screen.findByText("Every payment fits")).toBeVisible();
});

it("a bill says how it stands in words, and what a newer server says as it came", async () => {
  const [bill] = page().payments;
  const payments = ["review", "open", "paused"].map((status, at) => ({ ...bill, id: at + 1, status }));
  openAs("/admin/money/31", { "GET /api/admin/boost/orders/31": { ...page(), payments } }, staff);
  const bills = await screen.findByRole("region", { name: "Bills" });
  const rows = within(bills).getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getAllByRole("cell")[1]?.textContent)).toEqual([
    "Does not fit",
    "Nothing paid yet",
    "paused",
  ]);
});

it("orders that did not load can be asked for again", async () => {
  openAs("/admin/money", { [ORDERS]: refusal(503, "unavailable") }, staff);
  expect(await screen.findByText("The orders did not load")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("a refund wants its reason", async () => {
  const { user } = openAs(
    "/admin/money/31",
    {
      "GET /api/admin/boost/orders/31": page(),
      "POST /api/admin/boost/orders/31/refund": page({ status: "refunded" }),
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refund order 31" }));
  await user.click(dialog.getByRole("button", { name: /^Refund RM.27.00$/ }));
  expect(dialog.getByText("Please say why.")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason"), "Boosted by mistake");
  await user.click(dialog.getByRole("button", { name: /^Refund RM.27.00$/ }));
  await waitFor(() => expect(screen.getAllByText(/^RM.27.00 given back as wallet credit$/)[0]).toBeVisible());
  expect(callsTo("POST /api/admin/boost/orders/31/refund").map(({ body }) => body)).toEqual([
    { reason: "Boosted by mistake" },
  ]);
});

it("PROT-07: people who are not staff see none of it", async () => {
  openAs("/admin/money", {}, { staffRole: null });
  expect(await screen.findByText("Admin Access Required")).toBeVisible();
  expect(callsTo(ORDERS)).toEqual([]);
});
