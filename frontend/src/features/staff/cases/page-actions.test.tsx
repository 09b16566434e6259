import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

const waits = (id: number, claimedBy: object | null = null) => ({
  id,
  kind: "sanction",
  subjectId: 40 + id,
  about: { id: 9, username: "siti" },
  state: "appealed",
  priority: 2,
  reportedFor: null,
  reports: 0,
  openedAt: NOW,
  waitsSince: NOW,
  dueAt: NOW,
  claimedBy,
  claimedUntil: null,
  decision: "ban",
  reason: "counterfeit",
  overAt: null,
});
const pageOf = (id: number) => ({
  case: waits(id),
  filed: [],
  steps: [],
  acknowledgements: [],
  appeal: { words: "The bottle is genuine.", at: NOW },
  othersAbout: 0,
  actedUpon: 0,
  decisions: ["lift", "keep"],
});

it("a case is claimed and decided, and the next that no other has is opened, from the palette", async () => {
  const { user, path } = openAs(
    "/admin/cases/3",
    {
      "GET /api/admin/cases/3": pageOf(3),
      "GET /api/admin/cases/5": pageOf(5),
      "POST /api/admin/cases/3/claim": pageOf(3),
      "GET /api/admin/cases": { cases: [waits(3), waits(4, { id: 61, username: "aisyah" }), waits(5)], next: null },
    },
    { staffRole: "moderator" },
  );
  expect(await screen.findByRole("link", { name: /Read why on the page of siti/ })).toBeVisible();
  const choose = async (letters: string) => {
    await user.keyboard("{Control>}k{/Control}");
    await within(await screen.findByRole("dialog", { name: "Go to" })).findByRole("combobox");
    await user.keyboard(`${letters}{Enter}`);
  };
  await choose("claim");
  await waitFor(() => expect(callsTo("POST /api/admin/cases/3/claim")).toHaveLength(1));
  await choose("decide");
  const dialog = within(await screen.findByRole("dialog", { name: "How does it end?" }));
  expect(dialog.getByLabelText("Lift the ban or suspension")).toBeChecked();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await choose("next");
  await waitFor(() => expect(path()).toBe("/admin/cases/5"));
});

it("the next case is of the filter by which the queue was read, also among one's own", async () => {
  const claimed = { id: 8, username: "nurul" };
  const { user, path } = openAs(
    "/admin/cases?kind=sanction&mine=1",
    {
      "GET /api/admin/cases": { cases: [waits(3, claimed), waits(5, claimed)], next: null },
      "GET /api/admin/cases/3": { ...pageOf(3), decisions: [] },
      "GET /api/admin/cases/5": { ...pageOf(5), decisions: [] },
    },
    { staffRole: "moderator" },
  );
  await user.click(await screen.findByRole("link", { name: "Ban or suspension 43" }));
  await user.click(await screen.findByRole("button", { name: "Open the next that waits" }));
  await waitFor(() => expect(path()).toBe("/admin/cases/5?kind=sanction&mine=1"));
  const requests = callsTo("GET /api/admin/cases");
  expect(requests.at(-1)?.query).toBe("?state=waiting&kind=sanction&mine=true");
});

it("one's own case is given back with the button of the claim, or from the palette", async () => {
  const own = { ...pageOf(3), case: waits(3, { id: 7, username: "nurul.a" }) };
  let shown: object = own;
  const { user } = openAs(
    "/admin/cases/3",
    {
      "GET /api/admin/cases/3": () => HttpResponse.json(shown),
      "DELETE /api/admin/cases/3/claim": () => {
        shown = pageOf(3);
        return new HttpResponse(null, { status: 204 });
      },
      "POST /api/admin/cases/3/claim": () => {
        shown = own;
        return HttpResponse.json(shown);
      },
    },
    { staffRole: "moderator" },
  );
  await user.click(await screen.findByRole("button", { name: "Give it back" }));
  expect(await screen.findByRole("button", { name: "Claim" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Claim" }));
  await screen.findByRole("button", { name: "Give it back" });
  await user.keyboard("{Control>}k{/Control}");
  await within(await screen.findByRole("dialog", { name: "Go to" })).findByRole("combobox");
  await user.keyboard("give it{Enter}");
  await waitFor(() => expect(callsTo("DELETE /api/admin/cases/3/claim")).toHaveLength(2));
});
