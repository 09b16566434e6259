import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aBoosted } from "@/test/boosts";
import { callsTo, openAs } from "@/test/dashboard";
import { PRODUCTS, press, rows } from "@/test/dashboard-table";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

it("DASH-01, DASH-16: asks for the seller's products, and the tab stands in the address", async () => {
  const { user, path } = openAs("/seller/dashboard?tab=boosted", PRODUCTS);
  expect(await screen.findByRole("tab", { name: /Boosted Products/ })).toHaveAttribute("aria-selected", "true");
  await waitFor(() => expect(callsTo("GET /api/seller/products")[0]?.query).toBe("?sellerId=7"));
  await user.click(screen.getByRole("tab", { name: "Settings" }));
  expect(path()).toBe("/seller/dashboard?tab=settings");
  await user.click(screen.getByRole("tab", { name: "Products" }));
  expect(path()).toBe("/seller/dashboard");
});

it("DASH-01: a buyer reads that selling needs a seller account", async () => {
  openAs("/seller/dashboard", {}, { isSeller: false });
  expect(await screen.findByRole("heading", { name: "Seller Account Required" })).toBeVisible();
});

it("DASH-02: total products, units, average price in ringgit", async () => {
  openAs("/seller/dashboard", PRODUCTS);
  const figure = async (name: string) => (await screen.findByText(name)).parentElement;
  await waitFor(async () => expect(await figure("Total Products")).toHaveTextContent("2"));
  expect(await figure("Total Inventory")).toHaveTextContent("3 units");
  expect(screen.getByRole("img", { name: /^RM.298\.33$/ })).toBeVisible();
});

it("DASH-03: products, boosted with their count, analytics, settings", async () => {
  openAs("/seller/dashboard", { ...PRODUCTS, "GET /api/boost/seller-boosted": [aBoosted()] });
  await rows();
  await screen.findByText("1", { selector: "[role=tab] *" });
  const tabs = within(screen.getByRole("tablist", { name: "Seller Dashboard" })).getAllByRole("tab");
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    "Products",
    "Boosted Products1",
    "Analytics",
    "Settings",
  ]);
});

it("DASH-09: Boost Products leads to the checkout; FORM-01, DASH-11: Add New Product asks for the type", async () => {
  const { user, path } = openAs("/seller/dashboard", PRODUCTS);
  expect(await screen.findByRole("link", { name: "Boost Products" })).toHaveAttribute("href", "/boost-checkout");
  await rows();
  await user.click(await press("Add New Product"));
  const dialog = within(await screen.findByRole("dialog", { name: "How do you want to sell it?" }));
  expect(dialog.getByRole("link", { name: /Fixed Price/ })).toHaveAttribute("href", "/sell?type=fixed");
  await user.click(dialog.getByRole("link", { name: /Auction/ }));
  await waitFor(() => expect(path()).toBe("/sell?type=auction"));
});

it("nothing listed yet, and the way to the first one", async () => {
  openAs("/seller/dashboard");
  expect(await screen.findByRole("heading", { name: "Nothing listed yet" })).toBeVisible();
  expect(screen.getAllByRole("button", { name: "Add New Product" })).toHaveLength(1);
});

it("products that did not load can be asked for again", async () => {
  const { user } = openAs("/seller/dashboard", { "GET /api/seller/products": refusal(503, "unavailable") });
  expect(await screen.findByRole("heading", { name: "Your products did not load" })).toBeVisible();
  await user.click(await press("Retry"));
  await waitFor(() => expect(callsTo("GET /api/seller/products")).toHaveLength(2));
});
