import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { packages } from "@/test/boosts";
import { openAs, ownListing } from "@/test/dashboard";

const SHOP = {
  "GET /api/seller/products": [ownListing({ id: 2, name: "Amber Ledger" })],
  "GET /api/boost/packages": packages,
};
const open = (ways: string[]) =>
  openAs("/boost-checkout?step=checkout&package=1&products=2", {
    ...SHOP,
    "GET /api/boost/wallet": { balance: 700, currency: "MYR", ways },
  });

it("online banking that is off is not offered where credit does not pay for all", async () => {
  open(["wallet"]);
  expect(await screen.findByText("Online banking is off right now")).toBeVisible();
  expect(screen.getByRole("button", { name: "Proceed to Payment" })).toBeDisabled();
});

it("wallet credit that is off is not offered, and the order is paid in full", async () => {
  open(["bill"]);
  expect(await screen.findByText(/You pay Wangi by FPX/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: /wallet credit/ })).toBeNull());
  expect(screen.getByRole("button", { name: "Proceed to Payment" })).toBeEnabled();
});
