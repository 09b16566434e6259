import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { PRODUCTS, press, rows } from "@/test/dashboard-table";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const pack = {
  id: 1,
  name: "One bottle",
  package_type: "standard",
  item_count: 1,
  price: 1000,
  effective_price: 1000,
};
const packages = [
  { ...pack, duration_hours: 72, duration_formatted: "3 days" },
  { ...pack, id: 2, name: "3 bottles", item_count: 3, price: 2700, duration_hours: 72, duration_formatted: "3 days" },
];

it("DASH-10, C5: floats with its count and its least price; only what is active counts", async () => {
  const { user } = openAs("/seller/dashboard", PRODUCTS);
  await rows();
  await user.click(screen.getByRole("checkbox", { name: "Boost Smoke Vesper" }));
  expect(await press("Boost Selected (1)")).toBeEnabled();
  expect(screen.getByText("from RM10.00")).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Select Pandan Pagi" }));
  expect(screen.getByText("2 selected")).toBeVisible();
  expect(await press("Boost Selected (1)")).toBeVisible();
  await user.click(await press("Clear"));
  expect(screen.queryByText("2 selected")).toBeNull();
});

it.each([
  ["a package of that size", packages, "One bottle"],
  ["none of that size", packages.slice(1), "No matching packages"],
  ["no boosts in this shop", refusal(404, "not_found"), "Boosts cannot be bought here yet."],
  ["packages that did not load", refusal(500, "unexpected"), "Error loading boost packages. Please try again."],
])("DASH-11: %s", async (_, answer, sentence) => {
  const { user } = openAs("/seller/dashboard", { ...PRODUCTS, "GET /api/boost/packages": answer });
  await rows();
  await user.click(screen.getByRole("checkbox", { name: "Boost Smoke Vesper" }));
  await user.click(await press("Boost Selected (1)"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(sentence)).toBeVisible();
  if (sentence === "No matching packages") expect(dialog.getByText(/Available sizes: 3\./)).toBeVisible();
});

it("prices change together by percent; refused ones are listed by name", async () => {
  const { user } = openAs("/seller/dashboard", {
    ...PRODUCTS,
    "POST /api/seller/products/bulk": {
      done: [1],
      refused: [{ id: 4, code: "wrong_status", message: "It is archived." }],
    },
  });
  await rows();
  await user.click(screen.getByRole("checkbox", { name: "Boost Smoke Vesper" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Pandan Pagi" }));
  await user.click(await press("Change"));
  await user.click(await screen.findByRole("menuitem", { name: "Change price by percent" }));
  await user.type(screen.getByLabelText("Percent"), "-95");
  await user.click(await press("Apply"));
  expect(await screen.findByText("Please enter a whole number from -90 to 200")).toBeVisible();
  await user.clear(screen.getByLabelText("Percent"));
  await user.type(screen.getByLabelText("Percent"), "-10");
  expect(screen.getByText(/RM.640\.00 becomes RM.576\.00/)).toBeVisible();
  await user.click(await press("Apply"));
  expect(await screen.findByText("1 of 2 changed.")).toBeVisible();
  expect(screen.getByText(/It is archived\./)).toBeVisible();
  expect(callsTo("POST /api/seller/products/bulk")[0]?.body).toEqual({ ids: [1, 4], action: "price", percent: -10 });
});
