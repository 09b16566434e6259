import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { sameElsewhere } from "@/test/same-elsewhere";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const staff = { staffRole: "admin" as const };
const about = { id: 9, username: "siti" };
const aisyah = { id: 7, username: "aisyah" };
const staffCase = {
  id: 3,
  kind: "listing",
  subjectId: 12,
  about,
  state: "open",
  priority: 1,
  reportedFor: "counterfeit",
  reports: 2,
  openedAt: NOW,
  waitsSince: NOW,
  dueAt: NOW,
  claimedBy: null,
  claimedUntil: null,
  decision: null,
  reason: null,
  overAt: null,
};
const filed = { reporter: { id: 8, username: "amir" }, reason: "counterfeit", filedAt: NOW, filed: 3, agreed: 2 };
const step = { step: "opened", by: null, decision: null, reason: null, days: null, words: "", at: NOW };
const page = {
  case: staffCase,
  filed: [filed],
  steps: [step],
  acknowledgements: [] as object[],
  appeal: null as object | null,
  othersAbout: 1,
  actedUpon: 1,
  decisions: ["take_down", "warn", "suspend", "dismiss"],
};
const reported = {
  listing: ownListing({ id: 12 }),
  reports: [{ reporterId: 8, reason: "counterfeit", words: "The cap is of another brand.", createdAt: NOW }],
  appeals: [{ words: "I can send the receipt.", createdAt: NOW }],
  ...sameElsewhere,
};

it("the queue is filtered by its address, and the arrow keys go from case to case", async () => {
  const claimed = { ...staffCase, id: 4, kind: "message", priority: 0, claimedBy: aisyah, claimedUntil: NOW };
  const { user, path } = openAs(
    "/admin/cases?kind=listing",
    { "GET /api/admin/cases": { cases: [staffCase, claimed], next: null } },
    staff,
  );
  const rows = await screen.findAllByTestId("case-row");
  expect(callsTo("GET /api/admin/cases")[0]?.query).toBe("?state=waiting&kind=listing");
  expect(within(rows[0] as HTMLElement).getByText("Urgent")).toBeVisible();
  expect(within(rows[0] as HTMLElement).getByText("Counterfeit, 2 reports")).toBeVisible();
  expect(within(rows[1] as HTMLElement).getByText("With aisyah")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Show"), "appealed");
  await user.click(screen.getByLabelText("Only mine"));
  await waitFor(() => expect(path()).toBe("/admin/cases?kind=listing&state=appealed&mine=1"));
  const [first, second] = (await screen.findAllByTestId("case-row")).map((row) => within(row).getByRole("link"));
  (first as HTMLElement).focus();
  await user.keyboard("{ArrowDown}");
  expect(second).toHaveFocus();
  await user.keyboard("{ArrowUp}");
  expect(first).toHaveFocus();
});

it("a case shows the listing with what was reported of it, and is decided with a reason and words", async () => {
  let shown: object = page;
  const { user } = openAs(
    "/admin/cases/3",
    {
      "GET /api/admin/cases/3": () => HttpResponse.json(shown),
      "GET /api/admin/products/12/reports": reported,
      "POST /api/admin/cases/3/decision": () => {
        const decided = { ...staffCase, state: "decided", decision: "suspend", reason: "scam", overAt: NOW };
        shown = {
          ...page,
          case: decided,
          decisions: [],
          steps: [step, { ...step, step: "decided", by: aisyah, decision: "suspend", words: "Again the same." }],
          acknowledgements: [{ service: "auth", outcome: null, doneAt: null }],
        };
        return HttpResponse.json(shown);
      },
    },
    staff,
  );
  expect(await screen.findByText("The cap is of another brand.")).toBeVisible();
  expect(screen.getByText(/I can send the receipt/)).toBeVisible();
  expect(screen.getByText("amir; 3 reported, 2 acted upon")).toBeVisible();
  const same = within(screen.getByRole("region", { name: "The same photograph elsewhere" }));
  expect(same.getByAltText("Shown first")).toHaveAttribute("src", expect.stringContaining("/api/images/first"));
  expect(same.getByRole("link", { name: "Listing 11" })).toHaveAttribute("href", "/admin/listings/11");
  expect(screen.getByRole("region", { name: "The same batch code" })).toHaveTextContent("Blanc MatinSeller 44Active");
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it end?" }));
  expect(dialog.getByLabelText("Reason")).toHaveValue("counterfeit");
  await user.click(dialog.getByLabelText("Suspend the person"));
  expect(dialog.getByRole("button", { name: "Decide" })).toHaveClass("bg-rosella");
  await user.clear(dialog.getByLabelText("Days"));
  await user.type(dialog.getByLabelText("Days"), "400");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(dialog.getByText("From 1 to 365 days.")).toBeVisible();
  expect(dialog.getByText("Please say why.")).toBeVisible();
  await user.clear(dialog.getByLabelText("Days"));
  await user.type(dialog.getByLabelText("Days"), "14");
  await user.selectOptions(dialog.getByLabelText("Reason"), "scam");
  await user.type(dialog.getByLabelText("Words for the record"), "Again the same.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  expect(await screen.findByText("Not answered yet")).toBeVisible();
  expect(screen.getByText("Again the same.")).toBeVisible();
  expect(callsTo("POST /api/admin/cases/3/decision")[0]?.body).toEqual({
    decision: "suspend",
    reason: "scam",
    words: "Again the same.",
    days: 14,
  });
});

it("who comes second to a claim sees who has the case and until when", async () => {
  const { user } = openAs(
    "/admin/cases/3",
    {
      "GET /api/admin/cases/3": page,
      "GET /api/admin/products/12/reports": reported,
      "POST /api/admin/cases/3/claim": () => refusal(409, "case_taken", "Taken.", { by: 8, until: NOW }),
    },
    staff,
  );
  await user.click(await screen.findByRole("button", { name: "Claim" }));
  expect(await screen.findByText(/Another member of staff has this case until/)).toBeVisible();
});

it("of a message staff reads what was written around it, once, and that this is recorded", async () => {
  const message = { ...staffCase, kind: "message", subjectId: 70 };
  openAs(
    "/admin/cases/3",
    {
      "GET /api/admin/cases/3": { ...page, case: message, decisions: [] },
      "GET /api/admin/messages/reports": [
        {
          reporterId: 8,
          reason: "scam",
          words: "Asked for my code.",
          createdAt: NOW,
          said: [{ senderId: 9, username: "siti", content: "Pay me outside." }],
          steps: [],
        },
      ],
    },
    staff,
  );
  expect(await screen.findByText("Pay me outside.", { exact: false })).toBeVisible();
  expect(screen.getByText("That you read this is recorded.")).toBeVisible();
  expect(screen.getByText("Asked for my code.")).toBeVisible();
  expect(screen.getByText("Another member of staff has to decide this.")).toBeVisible();
  expect(callsTo("GET /api/admin/messages/reports")).toHaveLength(1);
  expect(callsTo("GET /api/admin/messages/reports")[0]?.query).toBe("?kind=message&subjectId=70&aboutId=9");
});

it("staff reads the appeal of a suspension, and lifts or keeps it", async () => {
  const contested = { ...staffCase, kind: "purchase", state: "appealed", decision: "suspend", reason: "scam" };
  const { user } = openAs(
    "/admin/cases/3",
    {
      "GET /api/admin/cases/3": {
        ...page,
        case: contested,
        decisions: ["lift", "keep"],
        appeal: { words: "The parcel came a day later.", at: NOW },
      },
      "GET /api/admin/messages/reports": [],
      "POST /api/admin/cases/3/decision": page,
    },
    staff,
  );
  expect(await screen.findByText("The parcel came a day later.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = within(screen.getByRole("dialog", { name: "How does it end?" }));
  expect(dialog.getByLabelText("Reason")).toHaveValue("no_breach");
  await user.click(dialog.getByLabelText("Keep the first decision"));
  expect(dialog.getByLabelText("Reason")).toHaveValue("counterfeit");
  await user.click(dialog.getByLabelText("Take the first decision back"));
  await user.type(dialog.getByLabelText("Words for the record"), "The courier was late.");
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  await waitFor(() => expect(callsTo("POST /api/admin/cases/3/decision")).toHaveLength(1));
  expect(callsTo("POST /api/admin/cases/3/decision")[0]?.body).toEqual({
    decision: "lift",
    reason: "no_breach",
    words: "The courier was late.",
  });
});
