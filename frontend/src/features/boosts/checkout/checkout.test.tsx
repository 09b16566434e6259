import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { packages } from "@/test/boosts";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const later = new Date(Date.now() + 30 * 3_600_000).toISOString();
const bottles = [
  ownListing({ id: 1, name: "Smoke Vesper", price: 640, status: "featured", isFeatured: true, featuredUntil: later }),
  ownListing({ id: 2, name: "Amber Ledger", price: 275 }),
  ownListing({ id: 3, name: "Fig Cloister", price: 520 }),
  ownListing({ id: 4, name: "First Light", price: 345 }),
  ownListing({ id: 5, name: "Oud Senja", status: "sold" }),
  ownListing({ id: 6, name: "Pandan Pagi", status: "archived" }),
];
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

it("BOOST-01, BOOST-02, BOOST-03, BOOST-04: the packages in two tabs, with price, what it is each, how long, and what it does", async () => {
  const { user } = open("/boost-checkout");
  const columns = async () =>
    (await screen.findAllByRole("heading", { level: 3 })).map((heading) => heading.closest("li"));
  expect((await columns()).map((column) => column?.textContent)).toEqual([
    expect.stringMatching(/^Standard 1RM 10.00One bottleProducts1Duration3 days/),
    expect.stringMatching(/^Standard 3RM 27.003 bottles, RM\u00a09.00 per productProducts3Duration3 days/),
    expect.stringMatching(/^Standard 5RM 40.005 bottles, RM\u00a08.00 per product/),
    expect.stringMatching(/^Standard 10RM 70.0010 bottles, RM\u00a07.00 per product/),
  ]);
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Standard Boost", "Premium Boost"]);
  expect(screen.getAllByText("Homepage feature")).toHaveLength(4);
  expect(screen.queryByText("Extended visibility")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Premium Boost" }));
  expect((await columns())[1]).toHaveTextContent(/RM 54\.00.*RM.18\.00 per product.*7 days/);
  for (const feature of ["Priority in search results", "Extended visibility", "Enhanced product badge"])
    expect(screen.getAllByText(feature)).toHaveLength(4);
  expect(screen.getAllByRole("link", { name: /^Select Package/ })).toHaveLength(4);
});

it("BOOST-05, BOOST-06, BOOST-11, DASH-11: only active products, exactly as many as the package holds", async () => {
  const { user, path } = open("/boost-checkout");
  await user.click(await screen.findByRole("link", { name: "Select Package: Standard 3" }));
  expect(await screen.findByText("Standard Boost, 3 bottles, 3 days, RM 27.00")).toBeVisible();
  expect(await screen.findByText("0 of 3 selected")).toBeVisible();
  const box = (name: string) => screen.getByRole("checkbox", { name: new RegExp(name) });
  expect(screen.getAllByRole("checkbox")).toHaveLength(4);
  expect(box("Smoke Vesper.*Currently Featured")).toBeVisible();
  expect(screen.queryByRole("checkbox", { name: /Oud Senja|Pandan Pagi/ })).toBeNull();
  for (const name of ["Smoke Vesper", "Amber Ledger"]) await user.click(box(name));
  expect(screen.getByText("2 of 3 selected")).toBeVisible();
  expect(screen.getByRole("button", { name: "Continue" })).toBeDisabled();
  expect(box("First Light")).toBeEnabled();
  await user.click(box("Fig Cloister"));
  expect(box("First Light")).toBeDisabled();
  expect(screen.getByText(/^Smoke Vesper is already featured until .* 3 days more are added to that\.$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("heading", { name: "Order summary" })).toBeVisible();
  expect(path()).toBe(PAYING);
});

it("BOOST-08, BOOST-09: the summary, and Back through every step to the dashboard", async () => {
  const { user, path } = open(PAYING);
  const summary = within(await screen.findByRole("region", { name: "Order summary" }));
  for (const words of ["Standard 3 (Standard Boost)", "3 days", "3", "RM 27.00"])
    expect(summary.getByText((_, element) => element?.tagName === "DD" && element.textContent === words)).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Back" }));
  expect(await screen.findByText("3 of 3 selected")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Packages" }));
  await screen.findByRole("tab", { name: "Standard Boost" });
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Seller Dashboard" }));
  await waitFor(() => expect(path()).toBe("/seller/dashboard"));
});

it("BOOST-16: the server's payment page is where the browser goes; the order names package and products", async () => {
  const paymentUrl = "https://pay.example/bills/abc";
  await order(PAYING, { "POST /api/boost/create-order": { orderId: "31", paymentUrl, message: null } });
  await waitFor(() => expect(assign).toHaveBeenCalledWith(paymentUrl));
  expect(screen.getByRole("button", { name: "Processing..." })).toHaveAttribute("aria-disabled", "true");
  const [sent] = callsTo("POST /api/boost/create-order");
  expect(sent?.body).toEqual({ boostPackageId: 2, productIds: [1, 2, 3], expectedPrice: 2700 });
  expect(sent?.key).toMatch(/^[0-9a-f]{32}/);
});

it("an address that is no page of the web is not gone to", async () => {
  const paymentUrl = "javascript:alert(1)";
  await order(PAYING, { "POST /api/boost/create-order": { orderId: "31", paymentUrl, message: null } });
  expect(await screen.findByRole("alert")).toHaveTextContent("Error creating boost order");
  expect(assign).not.toHaveBeenCalled();
});

it("BOOST-17, BOOST-18, C33: what wallet credit pays whole needs no payment page", async () => {
  const paid = { orderId: "31", paymentUrl: null, message: "Processing your request" };
  const { path } = await order(PAYING, {
    "GET /api/boost/wallet": { balance: 5000, currency: "MYR", ways: ["wallet", "bill"] },
    "POST /api/boost/create-order": paid,
    "GET /api/boost/orders/31": new Promise(() => undefined),
  });
  await waitFor(() => expect(screen.getAllByText("Processing your request")[0]).toBeVisible());
  await waitFor(() => expect(path()).toBe("/seller/dashboard?tab=boosted"));
  expect(callsTo("POST /api/boost/create-order")[0]?.body).toMatchObject({ useCredit: true });
});

it("PROF-15: credit lowers what is to be paid, and only if it is wanted", async () => {
  const { user } = open(PAYING, {
    "GET /api/boost/wallet": { balance: 700, currency: "MYR", ways: ["wallet", "bill"] },
  });
  const use = await screen.findByRole("checkbox", { name: "Use wallet credit (RM\u00a07.00 available)" });
  const total = () => screen.getByText("Total").parentElement;
  expect(total()).toHaveTextContent("RM 20.00");
  await user.click(use);
  expect(total()).toHaveTextContent("RM 27.00");
});

it("BOOST-18, C33: neither an address nor a message is an error, and one stays", async () => {
  const { path } = await order(PAYING, {
    "POST /api/boost/create-order": { orderId: "31", paymentUrl: null, message: null },
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("Boost Order Error Payment URL not received");
  expect(path()).toBe(PAYING);
});

it.each([
  ["1,2", "Product count mismatch This package requires exactly 3 products. You have selected 2."],
  ["5", "No products selected"],
])("BOOST-10, BOOST-18: with %s selected nothing is sent", async (products, words) => {
  await order(`/boost-checkout?step=checkout&package=2&products=${products}`, {});
  expect(await screen.findByRole("alert")).toHaveTextContent(words);
  expect(callsTo("POST /api/boost/create-order")).toHaveLength(0);
});

it.each([
  [refusal(409, "wrong_state", "This listing is no longer for sale."), "This listing is no longer for sale."],
  [new HttpResponse("broken", { status: 500 }), "Please try again later"],
])("BOOST-19: an order that failed says why", async (answer, words) => {
  await order(PAYING, { "POST /api/boost/create-order": answer });
  expect(await screen.findByRole("alert")).toHaveTextContent(`Error creating boost order ${words}`);
  expect(screen.getByRole("button", { name: "Proceed to Payment" })).toBeEnabled();
});

const BROKEN = refusal(503, "unavailable");

it.each([
  ["", "GET /api/boost/packages", "Failed to fetch boost packages", "Error loading boost packages. Please try again."],
  ["?package=2", "GET /api/boost/packages", "Failed to fetch package details", "Error loading boost packages."],
  ["?package=2", "GET /api/seller/products", "Failed to fetch products", "Error loading your products."],
])("BOOST-19: %s where %s fails, that is said, and it can be tried again", async (query, call, title, words) => {
  let fails = true;
  const answer = (SHOP as Record<string, object>)[call] as object;
  const { user } = open(`/boost-checkout${query}`, {
    [call]: () => (fails ? BROKEN.clone() : HttpResponse.json(answer)),
  });
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent(words);
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it("BOOST-07: with nothing active there is nothing to boost, and the way back", async () => {
  open("/boost-checkout?package=1", { "GET /api/seller/products": bottles.slice(4) });
  expect(await screen.findByText("You don't have any active products to boost.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go Back" })).toHaveAttribute("href", "/seller/dashboard");
});

it("BOOST-07: a buyer has nothing to boost", async () => {
  openAs("/boost-checkout?package=1", SHOP, { isSeller: false });
  expect(await screen.findByText("You don't have any active products to boost.")).toBeVisible();
  expect(callsTo("GET /api/seller/products")).toHaveLength(0);
});

it("BOOST-10, BOOST-18: a package that does not exist is named so", async () => {
  open("/boost-checkout?package=99&products=1");
  expect(await screen.findByText("Invalid package")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go Back" })).toHaveAttribute(
    "href",
    expect.stringContaining("select-package"),
  );
});
