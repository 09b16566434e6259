import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

const RULES = { "GET /api/admin/rules": { rules: [], steps: [] } };
const SETTINGS = "GET /api/admin/settings";
const PAUSE = "PUT /api/admin/settings/auctions";
const admin = { staffRole: "admin" as const };
const names = ["auctions", "payments", "protected_purchase", "registration"] as const;
const open = { settings: names.map((name) => ({ name, isOn: true, changes: 0, last: null })), steps: [] };
const step = { name: "auctions", isOn: false, by: { id: 9, username: "farah" }, words: "The law changes.", at: NOW };
const paused = {
  settings: open.settings.map((setting) =>
    setting.name === "auctions" ? { ...setting, isOn: false, changes: 1, last: step } : setting,
  ),
  steps: [step],
};

it("an admin pauses auctions with a reason, and the page says who did so and why", async () => {
  const { user } = openAs("/admin/settings", { ...RULES, [SETTINGS]: open, [PAUSE]: paused }, admin);
  await user.click(await screen.findByRole("button", { name: "Pause: New auctions" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Pause: New auctions" }));
  await user.click(dialog.getByRole("button", { name: "Pause" }));
  expect(callsTo(PAUSE)).toEqual([]);
  await user.type(dialog.getByLabelText("Reason"), "The law changes.");
  await user.click(dialog.getByRole("button", { name: "Pause" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(callsTo(PAUSE)[0]?.body).toEqual({ isOn: false, changes: 0, words: "The law changes." });
  expect(screen.getByRole("button", { name: "Open again: New auctions" })).toBeVisible();
  const changes = within(screen.getByRole("region", { name: "Changes" }));
  expect(changes.getByText("The law changes.")).toBeVisible();
  expect(changes.getByRole("link", { name: "farah" })).toHaveAttribute("href", "/admin/people/9");
});

it("where another was faster, the reason stays and the page is read again", async () => {
  const refused = refusal(409, "setting_changed", "This was changed in the meantime. Please look at it again.");
  const { user } = openAs("/admin/settings", { ...RULES, [SETTINGS]: open, [PAUSE]: refused }, admin);
  await user.click(await screen.findByRole("button", { name: "Pause: New auctions" }));
  await user.type(screen.getByLabelText("Reason"), "The law changes.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Pause" }));
  expect(await screen.findByText(/This was changed in the meantime/)).toBeVisible();
  expect(screen.getByLabelText("Reason")).toHaveValue("The law changes.");
  await waitFor(() => expect(callsTo(SETTINGS).length).toBeGreaterThan(1));
});

it("only an admin comes here", async () => {
  openAs("/admin/settings", { ...RULES, [SETTINGS]: open }, { staffRole: "finance" });
  expect(await screen.findByText("Your role on the staff does not open this page.")).toBeVisible();
  expect(callsTo(SETTINGS)).toEqual([]);
});
