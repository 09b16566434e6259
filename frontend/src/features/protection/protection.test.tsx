import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { type DealMoney, dealMoney, dispute, protectionTerms } from "@/test/protection";
import { refusal } from "@/test/server";
import { anOrder } from "@/test/talk-makers";

vi.setConfig({ testTimeout: 30_000 });

const ORDER = "/orders/12";
let money: DealMoney;

beforeEach(() => {
  money = dealMoney();
});

const openOrder = (change: Partial<DealMoney>, answers: Record<string, unknown> = {}, address = ORDER) => {
  money = dealMoney(change);
  return openAs(address, {
    "GET /api/orders/12": anOrder(),
    "GET /api/boost/protection": protectionTerms(true),
    "GET /api/boost/deals/12": () => HttpResponse.json(money),
    ...answers,
  });
};
const panel = async () => within(await screen.findByTestId("protection"));

it("beyond 3: a buyer sees the price, the fee and the sum before they pay, and is sent to the payment page", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign });
  const { user } = openOrder(
    { next: ["PAY"] },
    { "POST /api/boost/deals/12/pay": { dealId: 12, paymentUrl: "https://pay.example/bills/1" } },
  );
  const shown = await panel();
  expect(await shown.findByText("Protection fee (3%)")).toBeVisible();
  for (const amount of ["640.00", "19.20", "659.20"]) {
    expect(shown.getByText(`RM ${amount}`)).toBeVisible();
  }
  await user.click(shown.getByTestId("pay-deal"));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/bills/1"));
  vi.unstubAllGlobals();
});

it("an address that says a payment was made is not believed; what the shop answers is shown", async () => {
  openOrder({ next: ["PAY"] }, {}, `${ORDER}?payment=success&message=Call%20this%20number`);
  const shown = await panel();
  expect(await shown.findByRole("status")).toHaveTextContent("You are back from the payment page.");
  expect(screen.queryByText(/Call this number/)).toBeNull();
  expect(shown.getByTestId("pay-deal")).toBeVisible();
});

it("the bottle is accepted after one more question, and the page shows that the seller was paid", async () => {
  const { user } = openOrder(
    { state: "inspection", heldAt: NOW, dueAt: NOW, next: ["ACCEPTED", "DISPUTE"] },
    {
      "POST /api/boost/deals/12/accept": () => {
        money = dealMoney({ state: "released", heldAt: NOW, endedAt: NOW });
        return HttpResponse.json(money);
      },
    },
  );
  await user.click((await panel()).getByRole("button", { name: "Accept the bottle" }));
  const dialog = within(screen.getByRole("dialog", { name: "Accept the bottle?" }));
  expect(dialog.getByText(/RM 640\.00/)).toBeVisible();
  expect(callsTo("POST /api/boost/deals/12/accept")).toHaveLength(0);
  await user.click(dialog.getByRole("button", { name: "Accept and pay the seller" }));
  expect(await screen.findByText("The seller has been paid.")).toBeVisible();
  expect(screen.getByTestId("protection")).toHaveAttribute("data-state", "released");
});

it.each([
  ["buyer", "You are done with this purchase."],
  ["seller", "Your payment waits while moderators look at how the two of you trade."],
] as const)("while moderators look at the two, the %s reads that the payout waits and why", async (role, words) => {
  openOrder({ role, state: "withheld", heldAt: NOW });
  const shown = await panel();
  expect(shown.getByText("Payout waits")).toBeVisible();
  expect(shown.getByText(new RegExp(words))).toBeVisible();
  expect(shown.queryByRole("button")).toBeNull();
});

it("what was decided without a dispute says why", async () => {
  openOrder({ state: "refunded", heldAt: NOW, endedAt: NOW, decisionWords: "The bids were arranged." });
  expect((await panel()).getByText("The bids were arranged.")).toBeVisible();
});

it("a number of the way back that is of no courier is asked about, and sent when the buyer stays with it", async () => {
  const BACK = "POST /api/boost/deals/12/send-back";
  const { user } = openOrder(
    { state: "return_requested", heldAt: NOW, next: ["SEND_BACK"] },
    { [BACK]: () => HttpResponse.json(money) },
  );
  await user.click((await panel()).getByRole("button", { name: "I have sent it back" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it go back?" }));
  const field = dialog.getByLabelText("Tracking number");
  await user.type(field, "12-34");
  await user.click(dialog.getByRole("button", { name: "Sent back" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("This does not look like a tracking number");
  expect(callsTo(BACK)).toHaveLength(0);
  await user.type(field, "5");
  expect(dialog.queryByRole("alert")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Sent back" }));
  await user.click(dialog.getByRole("button", { name: "Send it as it is" }));
  await waitFor(() => expect(callsTo(BACK)[0]?.body).toEqual({ trackingNumber: "12-345" }));
});

it("the page asks for the order again until it knows what the money did", async () => {
  const orders = [anOrder({ status: "shipped" }), anOrder({ status: "delivered" })];
  openOrder(
    { state: "released", heldAt: NOW, endedAt: NOW },
    { "GET /api/orders/12": () => HttpResponse.json(orders.length > 1 ? orders.shift() : orders[0]) },
  );
  expect(await screen.findByText("The seller has been paid.")).toBeVisible();
  expect(await screen.findByText("delivered", {}, { timeout: 5000 })).toBeVisible();
});

it("a purchase that was paid directly is not called protected", async () => {
  openOrder({ state: "outside", timeline: [{ event: "PAID_OUTSIDE", state: "outside", actorId: null, at: NOW }] });
  const shown = await panel();
  expect(shown.getByRole("heading", { name: "Payment" })).toBeVisible();
  expect(screen.queryByText("Protected purchase")).toBeNull();
});

it("a dispute needs words; a refusal of the server keeps them", async () => {
  let answer: Response = refusal(409, "protection_step_refused", "This cannot be done now.");
  const { user } = openOrder(
    { state: "shipped", heldAt: NOW, next: ["ARRIVED", "ACCEPTED", "DISPUTE"] },
    { "POST /api/boost/deals/12/dispute": () => answer },
  );
  await user.click((await panel()).getByRole("button", { name: "Something is wrong with it" }));
  const dialog = within(screen.getByRole("dialog", { name: "Something is wrong with it" }));
  const send = dialog.getByRole("button", { name: "Open a dispute" });
  expect(send).toBeDisabled();
  await user.selectOptions(dialog.getByLabelText("What is it?"), "It came damaged");
  await user.type(dialog.getByLabelText(/What happened/), "The cap was broken.");
  await user.click(send);
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(dialog.getByLabelText(/What happened/)).toHaveValue("The cap was broken.");
  money = dealMoney({ state: "disputed", heldAt: NOW, dispute: dispute(), next: ["ADD_EVIDENCE"] });
  answer = HttpResponse.json(money);
  await user.click(send);
  expect(await screen.findByText("We hold the money until this is decided. No clock runs against you.")).toBeVisible();
  expect(callsTo("POST /api/boost/deals/12/dispute").at(-1)?.body).toEqual({
    reason: "damaged",
    words: "The cap was broken.",
  });
});

it("the seller answers a dispute with words and a photograph, and reads how it was decided", async () => {
  const shown = { id: 1, author: "seller", kind: "statement", words: "I packed it well.", addedAt: NOW } as const;
  const none = { url: null, smallUrl: null, width: null, height: null };
  const open = { role: "seller", state: "disputed", heldAt: NOW, next: ["ADD_EVIDENCE"] } as const;
  const answered = dealMoney({
    ...open,
    next: ["ADD_EVIDENCE"],
    dispute: dispute({ evidence: [{ ...shown, ...none }] }),
  });
  const { user } = openOrder(
    { ...open, next: ["ADD_EVIDENCE"], dispute: dispute() },
    {
      "POST /api/boost/deals/12/evidence": () => {
        money = answered;
        return HttpResponse.json(money, { status: 201 });
      },
      "POST /api/boost/deals/12/evidence/photograph": () => {
        money = dealMoney({
          ...answered,
          dispute: dispute({ decidedAt: NOW, decisionWords: "The box shows a crack." }),
        });
        return HttpResponse.json(money, { status: 201 });
      },
    },
  );
  await user.type((await panel()).getByLabelText("Your side"), "I packed it well.");
  await user.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByRole("list", { name: "What was shown" })).toHaveTextContent("I packed it well.");
  await user.upload(screen.getByTestId("evidence-photograph"), new File(["x"], "box.png", { type: "image/png" }));
  expect(await screen.findByText("The box shows a crack.")).toBeVisible();
});

it("where no money can be held the order shows nothing of it", async () => {
  openOrder({}, { "GET /api/boost/deals/12": refusal(404, "not_found") });
  expect(await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" })).toBeVisible();
  expect(screen.queryByTestId("protection")).toBeNull();
});
