import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { anOrder } from "@/test/boosts";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { dealMoney, dispute } from "@/test/protection";
import { refusal } from "@/test/server";

const ME = 7;
const staff = { staffRole: "admin" as const };
const approvalRequest = (askedBy: number, change = {}) => ({
  outcome: "refund" as const,
  buyerAmount: null,
  code: null,
  reason: "Boosted by mistake",
  askedBy,
  askedAt: NOW,
  until: NOW,
  ...change,
});
const order = { ...anOrder({ status: "paid" }), sellerId: 12, waitsForSecondPerson: false };
const page = (secondPerson: ReturnType<typeof approvalRequest> | null, change = {}) => ({
  order: { ...order, ...change },
  payments: [],
  attempts: [],
  notifications: [],
  refunds: [],
  secondPerson,
});
const ORDER = "/api/admin/boost/orders/31";
const DISPUTE = "/api/admin/boost/disputes/12";
const money = (secondPerson: ReturnType<typeof approvalRequest> | null) =>
  dealMoney({ role: "staff", state: "disputed", heldAt: NOW, dispute: dispute({ isEscalated: true, secondPerson }) });

it("a large refund waits for a colleague, and the one who asked can only take it back", async () => {
  let shown = page(null);
  const { user } = openAs(
    "/admin/money/31",
    {
      [`GET ${ORDER}`]: () => HttpResponse.json(shown),
      [`POST ${ORDER}/refund`]: () => {
        shown = page(approvalRequest(ME));
        return HttpResponse.json(shown);
      },
      [`DELETE ${ORDER}/refund`]: () => {
        shown = page(null);
        return HttpResponse.json(shown);
      },
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "Boosted by mistake");
  await user.click(dialog.getByRole("button", { name: /^Refund/ }));
  expect(await screen.findByText("Asked for. Another member of staff has to agree.")).toBeVisible();
  expect(await screen.findByText("You asked for this")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Agree" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Take the request back" }));
  expect(await screen.findByRole("button", { name: "Refund" })).toBeVisible();
  expect(callsTo(`DELETE ${ORDER}/refund`)).toHaveLength(1);
});

it("a colleague reads the reason and agrees by refunding too", async () => {
  let shown = page(approvalRequest(88));
  const { user } = openAs(
    "/admin/money/31",
    {
      [`GET ${ORDER}`]: () => HttpResponse.json(shown),
      [`POST ${ORDER}/refund`]: () => {
        shown = page(null, { status: "refunded" });
        return HttpResponse.json(shown);
      },
    },
    staff,
  );
  expect(await screen.findByText("A colleague asked for this")).toBeVisible();
  expect(screen.getByText("Boosted by mistake")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Agree" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "I saw it too");
  await user.click(dialog.getByRole("button", { name: /^Refund/ }));
  expect(await screen.findByText(/given back as wallet credit$/)).toBeVisible();
  expect(screen.queryByText("A colleague asked for this")).toBeNull();
});

it("a decision that waits is agreed to as it was asked for, and a refusal is shown", async () => {
  const { user } = openAs(
    "/admin/disputes/12",
    {
      [`GET ${DISPUTE}`]: money(approvalRequest(88, { outcome: "split", buyerAmount: 12_050 })),
      [`POST ${DISPUTE}/decision`]: () =>
        refusal(409, "second_person_needed", "Another member of staff has to agree to this."),
      [`DELETE ${DISPUTE}/decision`]: () => refusal(503, "unavailable"),
    },
    staff,
  );
  expect(await screen.findByText("The buyer gets RM 120.50 back, the seller the rest")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Take the request back" }));
  expect(await screen.findByRole("alert")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Agree" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it end?" }));
  expect(dialog.getByLabelText("The money is divided")).toBeChecked();
  expect(dialog.getByLabelText("The buyer gets back")).toHaveValue("120.50");
  await user.type(dialog.getByLabelText(/^In your own words/), "As both have shown it");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(await dialog.findByText("Another member of staff has to agree to this.")).toBeVisible();
  expect(callsTo(`POST ${DISPUTE}/decision`)[0]?.body).toEqual({
    outcome: "split",
    buyerAmount: 12_050,
    code: "other",
    reason: "As both have shown it",
  });
});
