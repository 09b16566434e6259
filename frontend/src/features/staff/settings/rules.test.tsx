import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

const RULES = "GET /api/admin/rules";
const MOVE = "PUT /api/admin/rules/listings_for_sale";
const admin = { staffRole: "admin" as const };
const limit = {
  name: "listings_for_sale",
  kind: "limit",
  value: 5000,
  default: 5000,
  least: 1,
  most: 10000,
  changes: 0,
  last: null,
};
const choice = { ...limit, name: "first_bid", kind: "choice", value: 0, default: 0, least: 0, most: 1 };
const step = {
  name: "listings_for_sale",
  before: 5000,
  value: 400,
  by: { id: 9, username: "farah" },
  words: "Dealers fill the lists.",
  at: NOW,
};
const before = { rules: [choice, limit], steps: [] };
const after = { rules: [choice, { ...limit, value: 400, changes: 1, last: step }], steps: [step] };
const open = (answers: Record<string, unknown> = {}) =>
  openAs(
    "/admin/settings",
    { "GET /api/admin/settings": { settings: [], steps: [] }, [RULES]: before, ...answers },
    admin,
  );

it("an admin moves a limit within its bounds with a reason, and the page says from what to what", async () => {
  const { user } = open({ [MOVE]: after });
  await user.click(await screen.findByRole("button", { name: "Change: Listings for sale" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change: Listings for sale" }));
  const field = dialog.getByLabelText("New limit");
  expect(field).toHaveAccessibleDescription("Between 1 and 10,000. Default: 5,000.");
  await user.type(dialog.getByLabelText("Reason"), "Dealers fill the lists.");
  for (const wrong of ["0", "10001", "many", "4.5"]) {
    await user.clear(field);
    await user.type(field, wrong);
    await user.click(dialog.getByRole("button", { name: "Change" }));
    expect(field).toBeInvalid();
  }
  expect(callsTo(MOVE)).toEqual([]);
  await user.clear(field);
  await user.type(field, "400");
  await user.click(dialog.getByRole("button", { name: "Change" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(callsTo(MOVE)[0]?.body).toEqual({ value: 400, changes: 0, words: "Dealers fill the lists." });
  expect(screen.getByText("Default: 5,000")).toBeVisible();
  const changes = within(screen.getByRole("region", { name: "Changes of rules" }));
  expect(changes.getByText("Listings for sale: 5,000, now 400")).toBeVisible();
  expect(changes.getByText("Dealers fill the lists.")).toBeVisible();
});

it("the rule of the first bid is one of two", async () => {
  const move = "PUT /api/admin/rules/first_bid";
  const { user } = open({ [move]: { ...before, rules: [{ ...choice, value: 1, changes: 1 }, limit] } });
  expect(await screen.findByText("One increment above the starting price")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change: First bid" }));
  await user.click(screen.getByRole("radio", { name: "At the starting price" }));
  await user.type(screen.getByLabelText("Reason"), "As elsewhere.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Change" }));
  await waitFor(() => expect(callsTo(move)[0]?.body).toEqual({ value: 1, changes: 0, words: "As elsewhere." }));
  expect(await screen.findByText("At the starting price")).toBeVisible();
});

it("where another was faster, what was typed stays and the page is read again", async () => {
  const refused = refusal(409, "setting_changed", "This was changed in the meantime. Please look at it again.");
  const { user } = open({ [MOVE]: refused });
  await user.click(await screen.findByRole("button", { name: "Change: Listings for sale" }));
  await user.clear(screen.getByLabelText("New limit"));
  await user.type(screen.getByLabelText("New limit"), "300");
  await user.type(screen.getByLabelText("Reason"), "Dealers fill the lists.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Change" }));
  expect(await screen.findByText(/This was changed in the meantime/)).toBeVisible();
  expect(screen.getByLabelText("New limit")).toHaveValue("300");
  await waitFor(() => expect(callsTo(RULES).length).toBeGreaterThan(1));
});

it("where the rules did not load, the switches are there and the rules can be asked for again", async () => {
  open({ [RULES]: refusal(503, "unavailable", "Not now.") });
  expect(await screen.findByText("This did not load")).toBeVisible();
});
