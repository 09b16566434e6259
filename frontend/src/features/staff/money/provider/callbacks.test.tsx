import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

const CALLBACKS = "GET /api/admin/boost/callbacks";
const TAB = "/admin/money?tab=callbacks";
const staff = { staffRole: "admin" as const };
const providerMessage = (id: number, change = {}) => ({
  id,
  kind: "callback",
  billId: "zq0tm2wc",
  raw: `id=zq0tm2wc&amount=${id}&x_signature=(hidden)`,
  receivedAt: NOW,
  judgedAt: NOW,
  judgement: "paid",
  orderId: null,
  dealId: null,
  sellerId: null,
  ...change,
});

it("each says how it was judged and as it came, and leads to its order or its purchase", async () => {
  const callbacks = [
    providerMessage(4, { orderId: "31", sellerId: 12 }),
    providerMessage(3, { dealId: 12, sellerId: 9, judgement: "credited" }),
    providerMessage(2, { billId: null, judgement: "forged" }),
    providerMessage(1, { judgement: null, judgedAt: null }),
  ];
  openAs(TAB, { [CALLBACKS]: { callbacks, next: null } }, staff);
  const rows = (await screen.findAllByTestId("callback")).map((row) => within(row));
  expect(rows[0]?.getByText("Paid")).toBeVisible();
  expect(rows[0]?.getByRole("link", { name: "Boost order 31" })).toHaveAttribute("href", "/admin/money/31");
  expect(rows[1]?.getByRole("link", { name: "Purchase 12" })).toHaveAttribute("href", "/admin/disputes/12");
  expect(rows[2]?.getByText("Forged")).toBeVisible();
  expect(rows[2]?.getByText("Names no bill of ours")).toBeVisible();
  expect(rows[2]?.getByText("id=zq0tm2wc&amount=2&x_signature=(hidden)")).toBeInTheDocument();
  expect(rows[3]?.getByText("Not judged yet")).toBeVisible();
});

it("they are filtered by judgement and come a page at a time", async () => {
  const { user } = openAs(
    TAB,
    {
      [CALLBACKS]: () => {
        const isSecond = callsTo(CALLBACKS).at(-1)?.query.includes("cursor");
        return HttpResponse.json({ callbacks: [providerMessage(isSecond ? 1 : 2)], next: isSecond ? null : "b" });
      },
    },
    staff,
  );
  await user.selectOptions(await screen.findByLabelText("Judged"), "No bill of ours");
  await waitFor(() => expect(callsTo(CALLBACKS).at(-1)?.query).toBe("?judgement=unknown"));
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByTestId("callback")).toHaveLength(2));
  expect(callsTo(CALLBACKS).at(-1)?.query).toBe("?judgement=unknown&cursor=b");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it("nothing there says so; what did not load is asked for again", async () => {
  let fails = true;
  const none = () => (fails ? refusal(503, "unavailable") : HttpResponse.json({ callbacks: [], next: null }));
  const { user } = openAs(TAB, { [CALLBACKS]: none }, staff);
  expect(await screen.findByText("This did not load")).toBeVisible();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Nothing came that was judged so")).toBeVisible();
});
