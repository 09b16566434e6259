import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { dealMoney, dispute } from "@/test/protection";
import { refusal } from "@/test/server";
import { boughtListing } from "@/test/talk-makers";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const disputed = dealMoney({ role: "staff", state: "disputed", heldAt: NOW, dispute: dispute({ isEscalated: true }) });
const line = {
  dealId: 12,
  productId: 1,
  sellerId: 9,
  buyerId: 7,
  state: "disputed",
  amount: 64_000,
  fee: 1_920,
  reason: "damaged",
  openedAt: NOW,
  evidenceUntil: NOW,
  isEscalated: true,
  outcome: null,
  decidedAt: null,
  appealUntil: null,
};

it("a dispute that waits leads to its page, and is decided with a reason", async () => {
  let money = disputed;
  const { user, path } = openAs(
    "/admin/disputes",
    {
      "GET /api/admin/boost/disputes": { disputes: [line], next: null },
      "GET /api/admin/boost/disputes/12": () => HttpResponse.json(money),
      "POST /api/admin/boost/disputes/12/decision": () => {
        money = dealMoney({ role: "staff", state: "split", heldAt: NOW, endedAt: NOW });
        return HttpResponse.json(money);
      },
    },
    staff,
  );
  const row = within(await screen.findByTestId("dispute-row"));
  expect(row.getByText("To be decided")).toBeVisible();
  await user.click(row.getByRole("link", { name: "Purchase 12" }));
  expect(path()).toBe("/admin/disputes/12");
  expect(await screen.findByText("The cap was broken.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it end?" }));
  await user.click(dialog.getByLabelText("The money is divided"));
  await user.type(dialog.getByLabelText("The buyer gets back"), "640");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(dialog.getByText("Please say why.")).toBeVisible();
  expect(dialog.getByText("Less than RM 640.00.")).toBeVisible();
  await user.clear(dialog.getByLabelText("The buyer gets back"));
  await user.type(dialog.getByLabelText("The buyer gets back"), "320");
  await user.selectOptions(dialog.getByLabelText("Why"), "It came damaged");
  await user.type(dialog.getByLabelText(/^In your own words/), "The cap was broken, the rest is fine.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(await screen.findByText("Divided")).toBeVisible();
  expect(callsTo("POST /api/admin/boost/disputes/12/decision")[0]?.body).toEqual({
    outcome: "split",
    buyerAmount: 32_000,
    code: "damaged",
    reason: "The cap was broken, the rest is fine.",
  });
});

it("a dispute shows the listing as it was bought, whatever its seller has changed since", async () => {
  openAs(
    "/admin/disputes/12",
    {
      "GET /api/admin/boost/disputes/12": disputed,
      "GET /api/admin/orders/12/listing": boughtListing({ description: "Never left its drawer." }),
    },
    staff,
  );
  const listing = within(await screen.findByRole("region", { name: "The listing as it was bought" }));
  expect(listing.getByText("Never left its drawer.")).toBeVisible();
});

it("while both can still add evidence a dispute cannot be decided", async () => {
  openAs(
    "/admin/disputes/12",
    { "GET /api/admin/boost/disputes/12": dealMoney({ ...disputed, dispute: dispute() }) },
    staff,
  );
  expect(await screen.findByRole("button", { name: "Decide" })).toBeDisabled();
  expect(screen.getByText(/^It can be decided once the other side has answered, or from .+ on\.$/)).toBeVisible();
});

it("a payout that waits for moderators is found in its list, and decided once they have confirmed", async () => {
  const withheld = {
    ...line,
    state: "withheld",
    reason: null,
    openedAt: null,
    evidenceUntil: null,
    isEscalated: false,
  };
  const hold = { isConfirmed: false, secondPerson: null };
  const waits = dealMoney({ role: "staff", state: "withheld", heldAt: NOW, payoutHold: hold });
  let money = waits;
  const { user } = openAs(
    "/admin/disputes?state=withheld",
    {
      "GET /api/admin/boost/disputes": { disputes: [withheld], next: null },
      "GET /api/admin/boost/disputes/12": () => HttpResponse.json(money),
      "POST /api/admin/boost/disputes/12/decision": () => {
        money = dealMoney({ role: "staff", state: "refunded", heldAt: NOW, endedAt: NOW });
        return HttpResponse.json(money);
      },
    },
    staff,
  );
  const row = within(await screen.findByTestId("dispute-row"));
  expect(callsTo("GET /api/admin/boost/disputes")[0]?.query).toBe("?state=withheld");
  expect(row.getByText("No dispute")).toBeVisible();
  await user.click(row.getByRole("link", { name: "Purchase 12" }));
  expect(await screen.findByText("The payout to the seller is held")).toBeVisible();
  expect(screen.getByRole("button", { name: "Decide" })).toBeDisabled();
  expect(screen.getByRole("link", { name: "Look at why" })).toHaveAttribute("href", "/admin/risk?state=open");
  money = { ...waits, payoutHold: { ...hold, isConfirmed: true } };
  await user.click(screen.getAllByRole("link", { name: "Disputes" })[0] as HTMLElement);
  await user.click(await screen.findByRole("link", { name: "Purchase 12" }));
  await user.click(await screen.findByRole("button", { name: "Decide" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it end?" }));
  expect(dialog.queryByLabelText(/goes back/)).toBeNull();
  await user.type(dialog.getByLabelText(/^In your own words/), "The bids were arranged.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(await screen.findByText("Paid back")).toBeVisible();
});

it("a dispute is claimed, shows who has it and until when it is due, and another sees it", async () => {
  const claim = { claimedBy: null, claimedByName: "", claimedUntil: null, dueAt: "2030-01-01T00:00:00Z" };
  let money = { ...disputed, claim } as typeof disputed;
  let isTaken = false;
  const { user } = openAs(
    "/admin/disputes/12",
    {
      "GET /api/admin/boost/disputes/12": () => HttpResponse.json(money),
      "POST /api/admin/boost/disputes/12/claim": () => {
        if (isTaken) return refusal(409, "case_taken", "Taken.", { by: 61, until: NOW });
        money = { ...money, claim: { ...claim, claimedBy: 61, claimedByName: "aisyah", claimedUntil: NOW } };
        return HttpResponse.json(money);
      },
    },
    staff,
  );
  expect(await screen.findByText(/^Due /)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Claim" }));
  expect(await screen.findByText("With aisyah")).toBeVisible();
  isTaken = true;
  await user.click(screen.getByRole("button", { name: "Claim" }));
  expect(await screen.findByText(/^Another member of staff has this case until/)).toBeVisible();
});

it("a dispute that another has cannot be given back", async () => {
  const claim = { claimedBy: 8, claimedByName: "aisyah", claimedUntil: NOW, dueAt: "2030-01-01T00:00:00Z" };
  openAs("/admin/disputes/12", { "GET /api/admin/boost/disputes/12": { ...disputed, claim } }, staff);
  expect(await screen.findByRole("button", { name: "Claim" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Give it back" })).toBeNull();
});

it("who has a dispute gives it back with the button of the claim", async () => {
  const claim = { claimedBy: 7, claimedByName: "nurul.a", claimedUntil: NOW, dueAt: "2030-01-01T00:00:00Z" };
  let money = { ...disputed, claim } as typeof disputed;
  const { user } = openAs(
    "/admin/disputes/12",
    {
      "GET /api/admin/boost/disputes/12": () => HttpResponse.json(money),
      "DELETE /api/admin/boost/disputes/12/claim": () => {
        money = { ...money, claim: { ...claim, claimedBy: null, claimedByName: "" } } as typeof disputed;
        return new HttpResponse(null, { status: 204 });
      },
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Give it back" }));
  expect(await screen.findByRole("button", { name: "Claim" })).toHaveFocus();
  expect(screen.queryByText("With nurul.a")).toBeNull();
});
