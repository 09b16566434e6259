import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

const PACKAGES = "GET /api/admin/boost/packages";
const staff = { staffRole: "admin" as const };
const aPackage = {
  id: 1,
  name: "Standard 1",
  packageType: "standard",
  itemCount: 1,
  price: 1000,
  durationHours: 72,
  isActive: true,
  version: 3,
};

it("BOOST-23: a package is changed with a reason and the version that was seen, and shows its history", async () => {
  const change = {
    version: 2,
    name: "Standard 1",
    price: 900,
    durationHours: 48,
    isActive: true,
    staffId: 7,
    reason: "Prices of May",
    changedAt: NOW,
  };
  const { user } = openAs(
    "/admin/money?tab=packages",
    {
      [PACKAGES]: [aPackage],
      "PATCH /api/admin/boost/packages/1": { ...aPackage, price: 1250 },
      "GET /api/admin/boost/packages/1/history": [change],
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Change Standard 1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change Standard 1" }));
  await user.clear(dialog.getByLabelText("Price"));
  await user.type(dialog.getByLabelText("Price"), "12.50");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(callsTo("PATCH /api/admin/boost/packages/1")).toEqual([]);
  await user.type(dialog.getByLabelText("Reason"), "Prices of June");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getAllByText("Package changed")[0]).toBeVisible());
  expect(callsTo("PATCH /api/admin/boost/packages/1")[0]?.body).toEqual({
    version: 3,
    name: "Standard 1",
    price: 1250,
    durationHours: 72,
    isActive: true,
    reason: "Prices of June",
  });
  await user.click(screen.getByRole("button", { name: "History of Standard 1" }));
  expect(await screen.findByText("Prices of May")).toBeVisible();
});
