import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { aUser } from "@/test/makers";

const FIND = "GET /api/admin/users";
const start = async (role: "admin" | "support", answers = {}) => {
  const shown = openAs("/admin/dashboard", { "GET /api/admin/boost/waiting": [], ...answers }, { staffRole: role });
  await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
  await shown.user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Go to" });
  return shown;
};
const palette = () => within(screen.getByRole("dialog", { name: "Go to" }));
const ways = () =>
  palette()
    .queryAllByRole("option")
    .map(({ textContent }) => textContent);

it("some letters and Enter lead to a screen", async () => {
  const { user, path } = await start("admin");
  expect(palette().getByRole("combobox", { name: "A screen, a person, or a number" })).toHaveFocus();
  await user.keyboard("disp");
  expect(ways()).toEqual(["DisputesScreen"]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/admin/disputes"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("a number leads to what has it, by the arrow keys", async () => {
  const { user, path } = await start("admin");
  await user.keyboard("#42");
  expect(ways()).toEqual([
    "Person 42",
    "Purchase 42",
    "Listing 42",
    "Case 42",
    "Money of purchase 42",
    "Boost order 42",
  ]);
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(palette().getByRole("option", { selected: true })).toHaveTextContent("Case 42");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/admin/cases/42"));
});

it.each([
  ["W000042", "Order W000042", "/admin/orders/42"],
  ["eh123456789my", "Parcel EH123456789MY", "/admin/dashboard?tab=orders&search=EH123456789MY"],
])("%s leads to its order", async (typed, words, to) => {
  const { user, path } = await start("support", { [FIND]: [], "GET /api/admin/orders": [] });
  await user.keyboard(typed);
  expect(ways()).toEqual([words]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe(to));
});

it("a name leads to the person; what nobody is called is said", async () => {
  const { user, path } = await start("admin", { [FIND]: [aUser({ id: 9, username: "farah" })] });
  await user.keyboard("fara");
  await waitFor(() => expect(ways()[0]).toMatch(/^farah/));
  expect(callsTo(FIND).some(({ query }) => query.includes("search=fara"))).toBe(true);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/admin/people/9"));
});

it("each role finds only what it may open", async () => {
  const { user } = await start("support");
  await user.keyboard("42");
  expect(ways()).toEqual(["Person 42", "Purchase 42"]);
  await user.clear(palette().getByRole("combobox"));
  expect(ways()).toEqual(["OverviewScreen"]);
});

it("nothing is said to be nothing", async () => {
  const { user } = await start("admin", { [FIND]: [] });
  await user.keyboard("zzzz");
  expect(await palette().findByText("Nothing found")).toBeVisible();
});
