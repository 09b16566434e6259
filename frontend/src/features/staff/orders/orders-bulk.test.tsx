import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { anOrder } from "@/test/talk-makers";

vi.setConfig({ testTimeout: 30_000 });

const staffOrder = (id: number) => ({ ...anOrder({ id, orderNumber: `W00000${id}` }), userId: 7 });
const line = (id: number, outcome: string, code: string | null = null) => ({ id, outcome, code, message: null });
const refused = line(3, "refused", "step_refused");
const answers = {
  "GET /api/admin/orders": [staffOrder(1), staffOrder(2), staffOrder(3)],
  "POST /api/admin/orders/bulk/preview": { lines: [line(1, "possible"), line(2, "unknown"), refused] },
  "POST /api/admin/orders/bulk": () =>
    HttpResponse.json({ batchId: "b-1", lines: [line(1, "done"), line(2, "done"), refused] }),
};

it("orders are chosen, looked at, cancelled with a reason, and each shows its outcome", async () => {
  const { user } = openAs("/admin/dashboard?tab=orders", answers, { staffRole: "moderator" });
  await user.click(await screen.findByRole("checkbox", { name: "Choose all shown" }));
  const bar = within(screen.getByRole("region", { name: "Chosen lines" }));
  await user.click(bar.getByRole("button", { name: "Cancel the order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel the order" }));
  await user.selectOptions(dialog.getByLabelText("Reason"), "A mistake is put right");
  await user.type(dialog.getByLabelText("Words for the record"), "The shop was copied.");
  await user.click(dialog.getByRole("button", { name: "See what it will do" }));
  expect(await dialog.findByText("Decided when it is done")).toBeVisible();
  expect(callsTo("POST /api/admin/orders/bulk")).toHaveLength(0);
  expect(dialog.getByRole("button", { name: "Do it to 2 lines" })).toHaveClass("bg-rosella");
  await user.click(dialog.getByRole("button", { name: "Do it to 2 lines" }));
  expect(await dialog.findByText("In the record: batch b-1")).toBeVisible();
  expect(dialog.getAllByText("Done")).toHaveLength(2);
  const call = callsTo("POST /api/admin/orders/bulk")[0];
  expect(call?.body).toEqual({
    ids: [1, 2, 3],
    status: "cancelled",
    reason: "mistake",
    words: "The shop was copied.",
  });
  expect(call?.key).toBeTruthy();
});

it("orders that are moved along lose nothing: the button is not red", async () => {
  const { user } = openAs("/admin/dashboard?tab=orders", answers, { staffRole: "moderator" });
  await user.click(await screen.findByRole("checkbox", { name: "Choose all shown" }));
  await user.click(within(screen.getByRole("region", { name: "Chosen lines" })).getByRole("button", { name: "Ship" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ship" }));
  await user.type(dialog.getByLabelText("Words for the record"), "The courier has it.");
  await user.click(dialog.getByRole("button", { name: "See what it will do" }));
  expect(await dialog.findByRole("button", { name: "Do it to 2 lines" })).not.toHaveClass("bg-rosella");
});

it("who moves no orders chooses none", async () => {
  openAs("/admin/dashboard?tab=orders", answers, { staffRole: "support" });
  expect(await screen.findAllByTestId("staff-order")).toHaveLength(3);
  expect(screen.queryByRole("checkbox")).toBeNull();
});
