import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { appeal, dealMoney, dispute } from "@/test/protection";

const staff = { staffRole: "moderator" as const };
const line = {
  dealId: 12, productId: 1, sellerId: 9, buyerId: 7, state: "appealed", amount: 64_000, fee: 1_920, reason: "damaged",
  openedAt: NOW, evidenceUntil: NOW, isEscalated: true, outcome: null, decidedAt: NOW, appealUntil: null, waitsForSecondPerson: false,
  claim: null,
}; // biome-ignore format: one line of a list
const appealed = (needsAnother: boolean) =>
  dealMoney({
    role: "staff",
    state: "appealed",
    heldAt: NOW,
    dispute: dispute({ isEscalated: true, decidedAt: NOW }),
    appeal: appeal({
      decision: "split",
      buyerAmount: 32_000,
      appealedBy: "buyer",
      appealedAt: NOW,
      words: "Look again.",
      needsAnother,
    }),
  });

it("appeals are chosen from the list, wait to be decided, and lead to their page", async () => {
  const { user } = openAs(
    "/admin/disputes",
    {
      "GET /api/admin/boost/disputes": { disputes: [line], next: null },
      "GET /api/admin/boost/disputes/12": appealed(false),
    },
    staff,
  );
  await user.selectOptions(await screen.findByLabelText("Show"), "Appealed");
  const row = within(await screen.findByTestId("dispute-row"));
  expect(row.getByText("To be decided")).toBeVisible();
  expect(callsTo("GET /api/admin/boost/disputes").at(-1)?.query).toBe("?state=appealed");
  await user.click(row.getByRole("link", { name: "Purchase 12" }));
  await user.click(await screen.findByRole("button", { name: "Decide" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it end?" }));
  expect(dialog.getByLabelText("The money is divided")).toBeChecked();
  expect(dialog.getByLabelText("The buyer gets back")).toHaveValue("320.00");
});

it("who has decided reads that another decides the appeal", async () => {
  openAs("/admin/disputes/12", { "GET /api/admin/boost/disputes/12": appealed(true) }, staff);
  expect(await screen.findByText(/^You had a part in this decision/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Decide" })).toBeDisabled();
});

it("what was decided is called appealable while it is, in the list and on its page, and decided after", async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const lines = [
    { ...line, dealId: 21, state: "decided", appealUntil: later },
    { ...line, dealId: 22, state: "decided", appealUntil: null },
  ];
  const over = dealMoney({
    role: "staff",
    state: "decided",
    dispute: dispute({ decidedAt: NOW }),
    appeal: appeal(),
    buyerName: "aisyah",
  });
  const { user } = openAs(
    "/admin/disputes?state=decided",
    {
      "GET /api/admin/boost/disputes": { disputes: lines, next: null },
      "GET /api/admin/boost/disputes/22": over,
    },
    staff,
  );
  const [open, ended] = (await screen.findAllByTestId("dispute-row")).map((row) => within(row));
  expect(open?.getByText("Decided, may be appealed")).toBeVisible();
  expect(ended?.getByText("Decided")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Purchase 22" }));
  expect(await screen.findByText("Decided")).toBeVisible();
  expect(screen.getByRole("link", { name: "aisyah" })).toHaveAttribute("href", "/admin/people/7");
  expect(screen.getByRole("link", { name: "Person 9" })).toBeVisible();
  expect(screen.queryByText("Decided, may be appealed")).not.toBeInTheDocument();
});
