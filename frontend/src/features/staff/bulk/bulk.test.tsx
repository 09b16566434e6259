import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const aCase = (id: number) => ({
  id,
  kind: "listing",
  subjectId: 10 + id,
  about: { id: 9, username: "siti" },
  state: "open",
  priority: 0,
  reportedFor: "misleading",
  reports: 1,
  openedAt: NOW,
  waitsSince: NOW,
  dueAt: NOW,
  claimedBy: null,
  claimedUntil: null,
  decision: null,
  reason: null,
  overAt: null,
});
const queue = { "GET /api/admin/cases": { cases: [aCase(1), aCase(2)], next: null } };
const line = (id: number, outcome: string, code: string | null = null) => ({ id, outcome, code, message: null });
const refusedLine = line(2, "refused", "own_case");

it("two cases are chosen by keyboard, dismissed after a look, and one is refused with its reason", async () => {
  const { user } = openAs(
    "/admin/cases",
    {
      ...queue,
      "POST /api/admin/cases/bulk/preview": () => HttpResponse.json({ lines: [line(1, "possible"), refusedLine] }),
      "POST /api/admin/cases/bulk": () => HttpResponse.json({ batchId: "b-1", lines: [line(1, "done"), refusedLine] }),
    },
    staff,
  );
  (await screen.findByRole("checkbox", { name: "Choose all shown" })).focus();
  await user.keyboard(" ");
  const bar = screen.getByRole("region", { name: "Chosen lines" });
  expect(within(bar).getByRole("status")).toHaveTextContent("2 chosen");
  await user.click(within(bar).getByRole("button", { name: "Dismiss" }));
  const dialog = await screen.findByRole("dialog", { name: "Dismiss" });
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("no_breach");
  await user.click(within(dialog).getByRole("button", { name: "See what it will do" }));
  expect(within(dialog).getByText("Please say why.")).toBeVisible();
  expect(callsTo("POST /api/admin/cases/bulk/preview")).toHaveLength(0);
  await user.type(within(dialog).getByLabelText("Words for the record"), "All is as it says.");
  await user.click(within(dialog).getByRole("button", { name: "See what it will do" }));
  expect(
    await within(dialog).findByText("You're involved in this case. Another member of staff has to handle it."),
  ).toBeVisible();
  expect(callsTo("POST /api/admin/cases/bulk")).toHaveLength(0);
  expect(within(dialog).getByRole("button", { name: "Do it to 1 line" })).not.toHaveClass("bg-rosella");
  await user.click(within(dialog).getByRole("button", { name: "Do it to 1 line" }));
  expect(await within(dialog).findByText("In the record: batch b-1")).toBeVisible();
  const form = { ids: [1, 2], act: "dismiss", reason: "no_breach", words: "All is as it says." };
  expect(callsTo("POST /api/admin/cases/bulk")[0]?.body).toEqual(form);
  await user.click(within(dialog).getByRole("button", { name: "Back to the list" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Chosen lines" })).toBeNull());
});

it("where it is not known what became of a line, the same goes on under the same key", async () => {
  let outcome = "unknown";
  const { user } = openAs(
    "/admin/cases",
    {
      ...queue,
      "POST /api/admin/cases/bulk/preview": () => HttpResponse.json({ lines: [line(1, "possible")] }),
      "POST /api/admin/cases/bulk": () => {
        const answer = HttpResponse.json({ batchId: "b-1", lines: [line(1, outcome)] });
        outcome = "done";
        return answer;
      },
    },
    staff,
  );
  await user.click(await screen.findByRole("checkbox", { name: "Choose Listing 11" }));
  await user.click(screen.getByRole("button", { name: "Claim" }));
  const dialog = await screen.findByRole("dialog", { name: "Claim" });
  await user.click(within(dialog).getByRole("button", { name: "See what it will do" }));
  await user.click(await within(dialog).findByRole("button", { name: "Do it to 1 line" }));
  expect(await within(dialog).findByText(/we do not know whether it was done/)).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Go on" }));
  expect(await within(dialog).findByRole("button", { name: "Back to the list" })).toBeVisible();
  const keys = callsTo("POST /api/admin/cases/bulk").map(({ key }) => key);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toBeTruthy();
});

it("the report names lines that have left the list by what was done to them", async () => {
  let cases = [aCase(1), aCase(2)];
  const { user } = openAs(
    "/admin/cases?state=open",
    {
      "GET /api/admin/cases": () => HttpResponse.json({ cases, next: null }),
      "POST /api/admin/cases/bulk/preview": () => HttpResponse.json({ lines: [line(1, "possible")] }),
      "POST /api/admin/cases/bulk": () => {
        cases = [aCase(2)];
        return HttpResponse.json({ batchId: "b-1", lines: [line(1, "done")] });
      },
    },
    staff,
  );
  await user.click(await screen.findByRole("checkbox", { name: "Choose Listing 11" }));
  await user.click(screen.getByRole("button", { name: "Claim" }));
  const dialog = await screen.findByRole("dialog", { name: "Claim" });
  await user.click(within(dialog).getByRole("button", { name: "See what it will do" }));
  await user.click(await within(dialog).findByRole("button", { name: "Do it to 1 line" }));
  await within(dialog).findByText("In the record: batch b-1");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Listing 11", hidden: true })).toBeNull());
  expect(within(dialog).getByText("Listing 11")).toBeVisible();
});
