import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { staffAccount } from "@/test/staff-makers";

const account = { ...staffAccount(), isBanned: true };
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const answer = (service: string, ...consequences: object[]) => ({ service, appliedAt: NOW, consequences });
const hidden = answer("catalog", { what: "listings_hidden", count: 12 });
const ended = answer("auction", { what: "auctions_cancelled", count: 1 }, { what: "bids_voided", count: 7 });
const ban = (decidedAt: string, waitsFor: string[], answers: object[]) => ({
  sanction: "ban",
  productId: null,
  decidedAt,
  waitsFor,
  answers,
});
const cases = (...sanctions: object[]) => ({ cases: [], sanctions, reported: [], filed: 0, agreed: 0 });
const page = (about: object | (() => object), acts: object[] = []) => ({
  "GET /api/admin/users/9": { account, emailHash: "e3b0c442", signIns: [], acts, banAsked: null },
  "GET /api/admin/orders": [],
  "GET /api/admin/cases/about/9": about,
  "GET /api/admin/auctions/strikes/9": { strikes: [], pausedUntil: null },
});
const shownPart = async () => within(await screen.findByRole("region", { name: "Carried out" }));

it("each service says what it did, and the one that has not says for how long it is waited for", async () => {
  openAs("/admin/people/9", page(cases(ban(ago(40), ["messaging"], [hidden, ended]))), { staffRole: "support" });
  const shown = await shownPart();
  expect(await shown.findByRole("heading", { level: 3, name: /^Ban/ })).toBeVisible();
  const lines = () => shown.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines()).toContain("ListingsDone, 12 listings hidden");
  expect(lines()).toContain("AuctionsDone, 1 auction cancelled, 7 bids void");
  expect(lines().at(-1)).toMatch(/^MessagesWaiting for 4\d s$/);
});

it("after five minutes the wait is shown in minutes", async () => {
  openAs("/admin/people/9", page(cases(ban(ago(400), ["auction"], [hidden]))), { staffRole: "support" });
  expect(await (await shownPart()).findByText("Waiting for 6 min")).toBeVisible();
});

it("a removal says of which listing, and what became of its auction and its boosts", async () => {
  const credited = answer("boost", { what: "boosts_credited", count: 1 });
  const removal = { ...ban(ago(40), ["auction"], [credited]), sanction: "remove_listing", productId: 12 };
  openAs("/admin/people/9", page(cases(removal)), { staffRole: "support" });
  const shown = await shownPart();
  expect(await shown.findByRole("heading", { level: 3, name: /^Removal of listing 12/ })).toBeVisible();
  expect(shown.getAllByRole("listitem")[1]?.textContent).toContain("Done, 1 boost credited");
});

it("what is late is asked for once: an operator has been called, and each look is recorded", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openAs("/admin/people/9", page(cases(ban(ago(3600), ["auction"], [hidden]))), { staffRole: "support" });
  expect(await (await shownPart()).findByText("Waiting for 1 h")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(callsTo("GET /api/admin/cases/about/9")).toHaveLength(1);
  vi.useRealTimers();
});

it("while a service is waited for the page asks again", async () => {
  let requestCount = 0;
  const about = () => {
    requestCount += 1;
    return HttpResponse.json(cases(requestCount === 1 ? ban(ago(2), ["catalog"], []) : ban(ago(2), [], [hidden])));
  };
  openAs("/admin/people/9", page(about), { staffRole: "support" });
  const shown = await shownPart();
  expect(await shown.findByText(/^Waiting for/)).toBeVisible();
  expect(await shown.findByText("Done, 12 listings hidden", {}, { timeout: 9_000 })).toBeVisible();
  expect(callsTo("GET /api/admin/cases/about/9")).toHaveLength(2);
}, 20_000);

it("a ban of this moment that is not in the list yet is asked for", async () => {
  let requestCount = 0;
  const banned = { act: "ban", byAdminId: 1, reason: "Fakes.", before: {}, after: {}, happenedAt: ago(1) };
  const about = () => {
    requestCount += 1;
    return HttpResponse.json(requestCount === 1 ? cases() : cases(ban(banned.happenedAt, [], [hidden])));
  };
  openAs("/admin/people/9", page(about, [banned]), { staffRole: "support" });
  const shown = await shownPart();
  expect(await shown.findByText("No ban, no suspension and no removal")).toBeVisible();
  await waitFor(() => expect(shown.getByText("Done, 12 listings hidden")).toBeVisible(), { timeout: 9_000 });
}, 20_000);
