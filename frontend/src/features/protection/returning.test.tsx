import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { dealMoney, dispute, protectionTerms } from "@/test/protection";
import { anOrder } from "@/test/talk-makers";

vi.setConfig({ testTimeout: 30_000 });

it("a seller to whom nothing came back says so, and the purchase is disputed again", async () => {
  const sellers = { role: "seller", heldAt: NOW, dispute: dispute() } as const;
  let money = dealMoney({ ...sellers, state: "return_sent", dueAt: NOW, next: ["TAKE_BACK", "OBJECT"] });
  const { user } = openAs("/orders/12", {
    "GET /api/orders/12": anOrder(),
    "GET /api/boost/protection": protectionTerms(true),
    "GET /api/boost/deals/12": () => HttpResponse.json(money),
    "POST /api/boost/deals/12/object": () => {
      money = dealMoney({ ...sellers, state: "disputed", returnTracking: "EH273706967MY", next: ["ADD_EVIDENCE"] });
      return HttpResponse.json(money);
    },
  });
  await user.click(await screen.findByRole("button", { name: "It did not come back as it was" }));
  const dialog = within(screen.getByRole("dialog", { name: "It did not come back as it was" }));
  const send = dialog.getByRole("button", { name: "Ask staff to decide" });
  expect(send).toBeDisabled();
  await user.type(dialog.getByLabelText(/Did nothing come/), "An empty box came.");
  await user.click(send);
  expect(await screen.findByTestId("evidence-photograph")).toBeInTheDocument();
  expect(screen.getByTestId("protection")).toHaveAttribute("data-state", "disputed");
  expect(screen.getByText(/^You said that it did not come back as it was\./)).toBeVisible();
  expect(callsTo("POST /api/boost/deals/12/object").at(-1)?.body).toEqual({ words: "An empty box came." });
});

it("an unusual tracking number of what goes back is asked about once, an empty one never", async () => {
  const money = dealMoney({
    state: "return_requested",
    heldAt: NOW,
    dispute: dispute(),
    next: ["ACCEPTED", "SEND_BACK"],
  });
  const { user } = openAs("/orders/12", {
    "GET /api/orders/12": anOrder(),
    "GET /api/boost/protection": protectionTerms(true),
    "GET /api/boost/deals/12": money,
    "POST /api/boost/deals/12/send-back": dealMoney({ ...money, state: "return_sent", next: [] }),
  });
  await user.click(await screen.findByRole("button", { name: "I have sent it back" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it go back?" }));
  expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
  await user.type(dialog.getByLabelText("Tracking number"), "by hand 7");
  await user.click(dialog.getByRole("button", { name: "Sent back" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("This does not look like a tracking number");
  await user.click(dialog.getByRole("button", { name: "Send it as it is" }));
  await waitFor(() =>
    expect(callsTo("POST /api/boost/deals/12/send-back").at(-1)?.body).toEqual({ trackingNumber: "by hand 7" }),
  );
});
