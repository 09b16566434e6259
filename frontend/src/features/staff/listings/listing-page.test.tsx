import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { aProduct, NOW } from "@/test/makers";

vi.setConfig({ testTimeout: 30_000 });

const listing = { ...aProduct({ id: 12, name: "Oud Wood", price: 300 }), removedReason: null };
const reported = {
  listing,
  reports: [{ reporterId: 4, reason: "misleading", words: "It was full in the pictures.", createdAt: NOW }],
  appeals: [],
  samePictures: [],
  sameCode: [],
};
const changes = [
  {
    changedAt: NOW,
    fields: [
      { name: "price", before: 350, after: 300 },
      { name: "remainingPercentage", before: 100, after: 40 },
      { name: "images", before: ["/api/images/a", "/api/images/b"], after: ["/api/images/a"] },
      { name: "notes", before: null, after: "tea" },
    ],
  },
];
const answers = { "GET /api/admin/products/12/reports": reported, "GET /api/admin/products/12/revisions": changes };
const moderator = { staffRole: "moderator" as const };

it("a moderator sees a listing, what was reported, and what each change made of what", async () => {
  openAs("/admin/listings/12", answers, moderator);
  const part = await screen.findByRole("region", { name: "Changes" });
  expect(
    await within(part).findByText("RM 350.00", { normalizer: (words) => words.replace("\u00a0", " ") }),
  ).toBeVisible();
  for (const words of ["100 %", "40 %", "(nothing)", "tea"]) {
    expect(within(part).getByText(words)).toBeVisible();
  }
  expect(screen.getByText("It was full in the pictures.")).toBeVisible();
});

it("a listing that was never changed says so, and what is away can be asked for again", async () => {
  openAs("/admin/listings/12", { ...answers, "GET /api/admin/products/12/revisions": [] }, moderator);
  expect(await screen.findByText("Its seller has not changed it.")).toBeVisible();
  const away = () => HttpResponse.json({ code: "unavailable", message: "Away." }, { status: 503 });
  openAs("/admin/listings/12", { ...answers, "GET /api/admin/products/12/revisions": away }, moderator);
  expect(await screen.findByText("The changes did not load")).toBeVisible();
});

it("a moderator removes a listing on its page, with a reason", async () => {
  const remove = "POST /api/admin/products/12/remove";
  let status = listing.status;
  const { user } = openAs(
    "/admin/listings/12",
    {
      ...answers,
      "GET /api/admin/products/12/reports": () => HttpResponse.json({ ...reported, listing: { ...listing, status } }),
      [remove]: () => {
        status = "removed";
        return HttpResponse.json({ ...listing, status });
      },
    },
    moderator,
  );
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove Oud Wood?" }));
  await user.type(dialog.getByLabelText("In your own words"), "A copy.");
  await user.click(dialog.getByRole("button", { name: "Remove listing" }));
  await waitFor(() => expect(callsTo(remove)[0]?.body).toEqual({ code: "other", reason: "A copy." }));
  expect(await screen.findByRole("button", { name: "Restore" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});

it("a listing that was removed can be put back on its page", async () => {
  const restore = "POST /api/admin/products/12/restore";
  const removed = { ...reported, listing: { ...listing, status: "removed" } };
  const { user } = openAs(
    "/admin/listings/12",
    { ...answers, "GET /api/admin/products/12/reports": removed, [restore]: listing },
    moderator,
  );
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  await waitFor(() => expect(callsTo(restore)).toHaveLength(1));
});

it("who does not decide cases does not see it", async () => {
  openAs("/admin/listings/12", answers, { staffRole: "support" as const });
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Changes" })).toBeNull();
});
