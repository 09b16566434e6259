import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { packages } from "@/test/boosts";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const bottles = ["Smoke Vesper", "Amber Ledger", "Fig Cloister"].map((name, at) => ownListing({ id: at + 1, name }));
const SHOP = { "GET /api/seller/products": bottles, "GET /api/boost/packages": packages };
const PAYING = "/boost-checkout?step=checkout&package=2&products=1,2,3";
const open = (address: string, answers: Record<string, unknown> = {}) => openAs(address, { ...SHOP, ...answers });
const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
});

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const order = async (address: string, answers: Record<string, unknown>) => {
  const opened = open(address, answers);
  await opened.user.click(await button("Proceed to Payment"));
  return opened;
};

it("BOOST-02, BOOST-05, BOOST-08: the name that staff gives a package is the one that every step shows", async () => {
  const renamed = packages.map((boostPackage) =>
    boostPackage.id === 2 ? { ...boostPackage, name: "Ramadan three" } : boostPackage,
  );
  const { user } = open("/boost-checkout", { "GET /api/boost/packages": renamed });
  await user.click(await screen.findByRole("link", { name: "Select Package: Ramadan three" }));
  expect(await screen.findByRole("heading", { name: "Ramadan three" })).toBeVisible();
  for (const name of ["Smoke Vesper", "Amber Ledger", "Fig Cloister"])
    await user.click(screen.getByRole("checkbox", { name: new RegExp(name) }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const summary = within(await screen.findByRole("region", { name: "Order summary" }));
  expect(summary.getByText("Ramadan three (Standard Boost)")).toBeVisible();
});

it("a price that has changed is said before anything is charged, and shown in the order", async () => {
  let price = 2700;
  const { user } = await order(PAYING, {
    "GET /api/boost/packages": () => HttpResponse.json(packages.map((boostPackage) => ({ ...boostPackage, price }))),
    "POST /api/boost/create-order": () => {
      price = 3000;
      return refusal(409, "price_changed", "The price of this package has changed.", { price });
    },
  });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The price has changed");
  expect(alert).toHaveTextContent("This package costs RM 30.00 now. Nothing was ordered or paid");
  expect(assign).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole("region", { name: "Order summary" })).toHaveTextContent("RM 30.00"));
  await user.click(screen.getByRole("button", { name: "Proceed to Payment" }));
  await waitFor(() =>
    expect(callsTo("POST /api/boost/create-order").at(-1)?.body).toMatchObject({ expectedPrice: 3000 }),
  );
});

it("the browser's Back from the payment page leaves an order that can be sent again", async () => {
  const paymentUrl = "https://pay.example/bills/abc";
  await order(PAYING, {
    "GET /api/boost/wallet": { balance: 0, currency: "MYR", ways: ["wallet", "bill"] },
    "POST /api/boost/create-order": { orderId: "31", paymentUrl, message: null },
  });
  await waitFor(() => expect(assign).toHaveBeenCalledWith(paymentUrl));
  act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
  expect(await button("Proceed to Payment")).toBeEnabled();
  await waitFor(() => expect(callsTo("GET /api/boost/wallet").length).toBeGreaterThan(1));
});
