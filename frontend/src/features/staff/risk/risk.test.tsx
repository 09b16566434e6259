import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

const LIST = "GET /api/admin/risk";
const DECIDE = "POST /api/admin/risk/5/decision";
const staff = { staffRole: "moderator" as const };
const because = (code: string, figure: number, of: number | null) => ({ code, figure, of });
const pair = {
  id: 5,
  kind: "bids",
  bidder: { id: 12, username: "kamal" },
  seller: { id: 9, username: "siti" },
  score: 0.78,
  level: "review",
  reasons: [because("concentrated", 18, 20), because("never_wins", 0, 6), because("new_account", 1, null)],
  state: "open",
  isMoneyHeld: false,
  flaggedAt: NOW,
  dueAt: NOW,
  claimedBy: null,
  claimedUntil: null,
  decided: null,
};
const page = { pairs: [pair], next: null };
const decided = { state: "released", by: { id: 61, username: "aisyah" }, words: "Two collectors.", at: NOW };
const button = { name: "Decide about kamal and siti" };

it("a pair shows its score and the three strongest reasons in words, and leads to both people", async () => {
  openAs("/admin/risk", { [LIST]: page }, staff);
  const row = within(await screen.findByTestId("risk-row"));
  expect(row.getByText("0.78")).toBeVisible();
  const reasons = row.getAllByRole("list").at(-1) as HTMLElement;
  expect(
    within(reasons)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "18 of the bidder's 20 bids were on this seller",
    "Won 0 of 6 auctions of this seller",
    "The account was 1 day old at the first of these bids",
  ]);
  expect(row.getByRole("link", { name: "kamal" })).toHaveAttribute("href", "/admin/people/12");
  expect(row.getByRole("link", { name: "siti" })).toHaveAttribute("href", "/admin/people/9");
  expect(callsTo(LIST)[0]?.query).toBe("?state=open");
});

it("a pair whose payouts are held says so, and leads to them", async () => {
  openAs("/admin/risk", { [LIST]: { pairs: [{ ...pair, level: "hold", isMoneyHeld: true }], next: null } }, staff);
  const row = within(await screen.findByTestId("risk-row"));
  const link = row.getByRole("link", { name: "Payouts held" });
  expect(link).toHaveAttribute("href", "/admin/disputes?state=withheld");
});

const account = {
  ...pair,
  kind: "takeover",
  seller: pair.bidder,
  level: "hold",
  isMoneyHeld: true,
  reasons: [because("email_changed", 1, null), because("payout_account", 1, null), because("conversations", 25, 2)],
};

it("an account that looks taken over says why in words, and is decided as one", async () => {
  const { user } = openAs("/admin/risk", { [LIST]: { pairs: [account], next: null }, [DECIDE]: account }, staff);
  const row = within(await screen.findByTestId("risk-row"));
  expect(row.getByText("Account looks taken over")).toBeVisible();
  expect(row.getAllByText("The e-mail address was changed")[0]).toBeInTheDocument();
  expect(
    row.getAllByText("People written to: 25 within three days, 2 in the four weeks before")[0],
  ).toBeInTheDocument();
  expect(row.getByText("Payouts held")).toBeVisible();
  expect(row.queryByRole("link", { name: "Payouts held" })).toBeNull();
  await user.click(row.getByRole("button", { name: "Decide about the account of kamal" }));
  const dialog = within(screen.getByRole("dialog", { name: "Was this account taken over?" }));
  await user.click(dialog.getByLabelText(/^Confirm: another person/));
  await user.type(dialog.getByLabelText("In your own words"), "The owner wrote to us.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  await waitFor(() => expect(callsTo(DECIDE)[0]?.body).toMatchObject({ decision: "confirm" }));
});

it("a confirmed account is released when its owner has it again; a confirmed pair is not", async () => {
  const confirmed = { state: "confirmed", decided: { ...decided, state: "confirmed" } };
  const both = [
    { ...account, ...confirmed },
    { ...pair, ...confirmed, id: 6 },
  ];
  const { user } = openAs(
    "/admin/risk?state=confirmed",
    { [LIST]: { pairs: both, next: null }, [DECIDE]: account },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Release the account of kamal" }));
  expect(screen.queryByRole("button", button)).toBeNull();
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByLabelText(/^Confirm/)).toBeNull();
  await user.type(dialog.getByLabelText("In your own words"), "The owner is back.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  await waitFor(() => expect(callsTo(DECIDE)[0]?.body).toMatchObject({ decision: "release" }));
});

it("staff confirms with a reason, and the pair leaves the list", async () => {
  let shown: object = page;
  const { user } = openAs(
    "/admin/risk",
    {
      [LIST]: () => HttpResponse.json(shown),
      [DECIDE]: () => {
        shown = { pairs: [], next: null };
        return HttpResponse.json({ ...pair, state: "confirmed", decided: { ...decided, state: "confirmed" } });
      },
    },
    staff,
  );
  await user.click(await screen.findByRole("button", button));
  const dialog = within(screen.getByRole("dialog", { name: "Are these bids arranged?" }));
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(dialog.getByText("Please say why.")).toBeVisible();
  expect(callsTo(DECIDE)).toEqual([]);
  await user.click(dialog.getByLabelText(/^Confirm/));
  await user.selectOptions(dialog.getByLabelText("Why"), "One person with two accounts");
  await user.type(dialog.getByLabelText("In your own words"), "One address, two accounts.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(await screen.findByText("Nothing looks suspicious")).toBeVisible();
  expect(callsTo(DECIDE)[0]?.body).toEqual({
    decision: "confirm",
    reason: "same_person",
    words: "One address, two accounts.",
  });
});

it("where another was faster the words stay, and the list is read again", async () => {
  const refused = refusal(409, "case_over", "This case has been decided.");
  const { user } = openAs("/admin/risk", { [LIST]: page, [DECIDE]: refused }, staff);
  await user.click(await screen.findByRole("button", button));
  await user.type(screen.getByLabelText("In your own words"), "Two collectors.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Decide" }));
  expect(await screen.findByText("This case has been decided.")).toBeVisible();
  expect(screen.getByLabelText("In your own words")).toHaveValue("Two collectors.");
  await waitFor(() => expect(callsTo(LIST).length).toBeGreaterThan(1));
});

it("what was released says who did so and why, and comes page by page", async () => {
  const released = { ...pair, state: "released", decided };
  const { user, path } = openAs(
    "/admin/risk",
    {
      [LIST]: () => {
        const requestQuery = new URLSearchParams(callsTo(LIST).at(-1)?.query);
        if (requestQuery.get("state") !== "released") return HttpResponse.json(page);
        return HttpResponse.json(
          requestQuery.has("cursor")
            ? { pairs: [{ ...released, id: 6, bidder: { id: 13, username: "" } }], next: null }
            : { pairs: [released], next: "more" },
        );
      },
    },
    staff,
  );
  await user.selectOptions(await screen.findByLabelText("Show"), "released");
  await waitFor(() => expect(path()).toBe("/admin/risk?state=released"));
  expect(await screen.findByText("Two collectors.")).toBeVisible();
  expect(screen.getByText("aisyah")).toBeVisible();
  expect(screen.queryByRole("button", button)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("link", { name: "Person 13" })).toBeVisible();
});

it("when it does not load, Retry asks again", async () => {
  const { user } = openAs("/admin/risk", { [LIST]: () => refusal(503, "unavailable") }, staff);
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  await waitFor(() => expect(callsTo(LIST).length).toBeGreaterThan(1));
});

it("only those who judge what people did come here", async () => {
  openAs("/admin/risk", { [LIST]: page }, { staffRole: "finance" });
  expect(await screen.findByText("Your role on the staff does not open this page.")).toBeVisible();
  expect(callsTo(LIST)).toEqual([]);
});
