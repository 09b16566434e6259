import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { refusal } from "@/test/server";
import { anOrder } from "@/test/talk-makers";

vi.setConfig({ testTimeout: 30_000 });

const at = (hour: number) => `2026-11-18T0${hour}:00:00Z`;
const order = {
  ...anOrder(),
  userId: 7,
  timeline: [
    { kind: "offered", actorId: 9, at: at(1), details: {} },
    { kind: "initiate", actorId: 7, at: at(2), details: {} },
    { kind: "confirm_payment", actorId: 3, at: at(5), details: { staffReason: "courier", words: "They wrote to us" } },
  ],
};
const money = {
  dealId: 12,
  state: "held",
  amount: 56_000,
  fee: 1_400,
  refunded: 0,
  sellerAmount: 56_000,
  timeline: [{ event: "PAID", state: "held", actorId: null, at: at(3) }],
};
const PAGE = "GET /api/admin/orders/12";
const MONEY = "GET /api/admin/boost/deals/12";
const open = (answers: Record<string, unknown> = {}, staffRole: "admin" | "support" = "admin") =>
  openAs("/admin/orders/12", { [PAGE]: order, [MONEY]: money, ...answers }, { staffRole });
const lines = () => screen.getAllByTestId("order-line").map(({ textContent }) => textContent);

it("every step stands in its time, with who took it and what the money did", async () => {
  open();
  expect(await screen.findByRole("heading", { level: 1, name: "Order W000012" })).toBeVisible();
  await waitFor(() => expect(lines()).toHaveLength(4));
  expect(lines().map((line) => line?.split(",")[0])).toEqual([
    "Purchase offeredSeller",
    "Purchase confirmedBuyer",
    "Payment heldMoneyWangi",
    "Payment receivedStaff",
  ]);
  expect(lines()[3]).toContain("The courier shows it: They wrote to us");
  expect(screen.getByRole("link", { name: "nurul" })).toHaveAttribute("href", "/admin/people/7");
  expect(screen.getByRole("link", { name: "farid.h" })).toHaveAttribute("href", "/admin/people/9");
  expect(screen.getByRole("link", { name: "Listing 5" })).toHaveAttribute("href", "/products/5");
  const held = within(screen.getByRole("region", { name: "Money" }));
  expect(held.getAllByText("RM 560.00", { selector: "dd" })).toHaveLength(2);
  expect(held.getByRole("link", { name: "Dispute and decision" })).toHaveAttribute("href", "/admin/disputes/12");
  expect(callsTo(PAGE)).toHaveLength(1);
});

it("staff moves the order along from its page, and sees it anew", async () => {
  const { user } = open({ "PATCH /api/admin/orders/12/status": order });
  await user.click(await screen.findByRole("button", { name: "Deliver" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("In your own words"), "They wrote to us");
  await user.click(dialog.getByRole("button", { name: "Deliver" }));
  await waitFor(() => expect(screen.getByText("Order status has been updated")).toBeVisible());
  await waitFor(() => expect(callsTo(PAGE)).toHaveLength(2));
});

it("who only helps sees it all and moves nothing; a purchase without held money says so", async () => {
  open({ [MONEY]: refusal(404, "not_found") }, "support");
  expect(await screen.findByText("Wangi holds no money for this purchase.")).toBeVisible();
  expect(lines()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Deliver" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Dispute and decision" })).toBeNull();
});

it("money that did not come is missed by name, and asked for again", async () => {
  let fails = true;
  const { user } = open({ [MONEY]: () => (fails ? refusal(503, "unavailable") : HttpResponse.json(money)) });
  expect(await screen.findByText("What its money did is missing")).toBeVisible();
  const before = lines().length;
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(lines().length).toBeGreaterThan(before));
});

it("an order that did not come says so and is asked for again", async () => {
  let fails = true;
  const { user } = open({ [PAGE]: () => (fails ? refusal(404, "not_found") : HttpResponse.json(order)) });
  expect(await screen.findByText("The order did not load")).toBeVisible();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(lines().length).toBeGreaterThanOrEqual(3));
});
