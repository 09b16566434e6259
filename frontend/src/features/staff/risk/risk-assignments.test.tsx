import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

const LIST = "GET /api/admin/risk";
const pair = {
  id: 5,
  kind: "bids",
  bidder: { id: 12, username: "kamal" },
  seller: { id: 9, username: "siti" },
  score: 0.78,
  level: "review",
  reasons: [],
  state: "open",
  isMoneyHeld: false,
  flaggedAt: NOW,
  dueAt: NOW,
  claimedBy: null,
  claimedUntil: null,
  decided: null,
};
const page = { pairs: [pair], next: null };

it("a pair is claimed, shows who has it, and another sees it", async () => {
  let shown: object = page;
  let answer = () => HttpResponse.json(pair);
  const { user } = openAs(
    "/admin/risk",
    {
      [LIST]: () => HttpResponse.json(shown),
      "POST /api/admin/risk/5/claim": () => {
        shown = { pairs: [{ ...pair, claimedBy: { id: 61, username: "aisyah" } }], next: null };
        return answer();
      },
    },
    { staffRole: "moderator" },
  );
  const claim = { name: "Claim kamal and siti" };
  await user.click(await screen.findByRole("button", claim));
  expect(await screen.findByText("With aisyah")).toBeVisible();
  answer = () => refusal(409, "case_taken", "Taken.", { by: 61, until: NOW });
  await user.click(screen.getByRole("button", claim));
  expect(await screen.findByText(/^Another member of staff has this case until/)).toBeVisible();
});

it("who has a pair gives it back with the button of the claim", async () => {
  const mine = { id: 7, username: "nurul.a" };
  const shown = (claimedBy: object | null) => ({ pairs: [{ ...pair, claimedBy }], next: null });
  let list = shown(mine);
  const { user } = openAs(
    "/admin/risk",
    {
      [LIST]: () => HttpResponse.json(list),
      "DELETE /api/admin/risk/5/claim": () => {
        list = shown(null);
        return new HttpResponse(null, { status: 204 });
      },
    },
    { staffRole: "moderator" },
  );
  await user.click(await screen.findByRole("button", { name: "Give it back: kamal and siti" }));
  expect(await screen.findByRole("button", { name: "Claim kamal and siti" })).toHaveFocus();
  expect(screen.queryByText("With nurul.a")).toBeNull();
});
