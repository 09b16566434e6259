import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const suspended = {
  id: 5,
  kind: "person",
  subjectId: 7,
  sanction: "suspend",
  reason: "scam",
  decidedAt: NOW,
  until: inHours(72),
  state: "stands",
  mayAppeal: true,
  appealUntil: NOW,
  appeal: null,
  answeredAt: null,
};
const WORDS = "The parcel came a day later.";
const WRITTEN = { state: "appealed", mayAppeal: false, appeal: { words: WORDS, at: NOW } };
const appealed = { ...suspended, ...WRITTEN };

it("a suspended person reads why and until when, and appeals in words of their own", async () => {
  const { user } = openAs("/cases/5", {
    "GET /api/cases/5": suspended,
    "POST /api/cases/5/appeal": () => HttpResponse.json(appealed, { status: 201 }),
  });
  expect(await screen.findByRole("heading", { name: "Your account was suspended", level: 1 })).toBeVisible();
  expect(screen.getByText("Scam")).toBeVisible();
  expect(screen.getByText(/you cannot bid, buy, list or write\. You can finish open deliveries\.$/)).toBeVisible();
  await user.type(screen.getByLabelText("Why this should be looked at again"), "Too short");
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(screen.getByText("Please write at least 10 characters")).toBeVisible();
  expect(callsTo("POST /api/cases/5/appeal")).toHaveLength(0);
  await user.clear(screen.getByLabelText("Why this should be looked at again"));
  await user.type(screen.getByLabelText("Why this should be looked at again"), WORDS);
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("Your appeal was sent.")).toBeVisible();
  expect(screen.getByText(WORDS)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send appeal" })).toBeNull();
  expect(callsTo("POST /api/cases/5/appeal")[0]?.body).toEqual({ words: WORDS });
});

it("a suspension that is over is not shown as one that runs", async () => {
  openAs("/cases/5", { "GET /api/cases/5": { ...suspended, until: inHours(-1) } });
  expect(await screen.findByText(/you could not bid, buy, list or write\. That is over\.$/)).toBeVisible();
  expect(screen.queryByText(/you cannot/)).toBeNull();
  expect(screen.getAllByText("Decided")).toHaveLength(2);
});

it("what came of an appeal stands there, and no form", async () => {
  openAs("/cases/5", {
    "GET /api/cases/5": { ...appealed, sanction: "warn", until: null, state: "lifted", answeredAt: NOW },
  });
  expect(await screen.findByText("Your appeal was granted.")).toBeVisible();
  expect(screen.getByText("It was taken back. It does not count any more.")).toBeVisible();
  expect(screen.queryByLabelText("Why this should be looked at again")).toBeNull();
});

it("who comes too late sees a message", async () => {
  let shown = suspended;
  const { user } = openAs("/cases/5", {
    "GET /api/cases/5": () => HttpResponse.json(shown),
    "POST /api/cases/5/appeal": () => {
      shown = { ...suspended, mayAppeal: false };
      return refusal(409, "appeal_too_late", "Over.", {});
    },
  });
  await user.type(await screen.findByLabelText("Why this should be looked at again"), WORDS);
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  await waitFor(() => expect(screen.getByText("The time to appeal this decision is over.")).toBeVisible());
});

it("the decision about another person is not found", async () => {
  openAs("/cases/6", { "GET /api/cases/6": () => refusal(404, "not_found", "Not found.", {}) });
  expect(await screen.findByRole("heading", { name: "Decision not found" })).toBeVisible();
});

it("a decision that did not load can be asked for again", async () => {
  let isAway = true;
  const { user } = openAs("/cases/5", {
    "GET /api/cases/5": () => (isAway ? refusal(503, "unavailable", "Away.", {}) : HttpResponse.json(suspended)),
  });
  const retry = await screen.findByRole("button", { name: "Retry" }, { timeout: 20_000 });
  isAway = false;
  await user.click(retry);
  expect(await screen.findByRole("heading", { name: "Your account was suspended" })).toBeVisible();
});

it("a ban that is opened by the number of its case shows the appeal as sent", async () => {
  const ban = { ...suspended, kind: "sanction", subjectId: 44, sanction: "ban", until: null };
  const { user } = openAs("/cases/5", {
    "GET /api/cases/5": ban,
    "POST /api/cases/5/appeal": () => HttpResponse.json({ ...ban, ...WRITTEN }, { status: 201 }),
  });
  await user.type(await screen.findByLabelText("Why this should be looked at again"), WORDS);
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("Your appeal was sent.")).toBeVisible();
});

it("a strike is read by its number in auction, and appealed in the same way", async () => {
  const strike = { ...suspended, kind: "strike", subjectId: 31, sanction: "strike", reason: "not_paid" };
  const { user } = openAs("/cases/strikes/31", {
    "GET /api/cases/strikes/31": strike,
    "POST /api/cases/5/appeal": () =>
      HttpResponse.json({
        ...appealed,
        ...strike,
        state: "appealed",
        mayAppeal: false,
        appeal: { words: WORDS, at: NOW },
      }),
  });
  expect(await screen.findByRole("heading", { name: "You did not pay for an auction", level: 1 })).toBeVisible();
  expect(screen.getByText(/^Until .* you cannot bid\.$/)).toBeVisible();
  await user.type(screen.getByLabelText("Why this should be looked at again"), WORDS);
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("Your appeal was sent.")).toBeVisible();
});

it.each([
  [
    "ban",
    "sanction",
    "/cases/sanctions/44",
    "Your account was banned",
    "You cannot bid, buy, sell or write. You can see your orders and finish open deliveries.",
  ],
  [
    "hide",
    "message",
    "/cases/5",
    "A message of yours was removed",
    "Its words were deleted. An appeal cannot bring them back, but it can clear your record.",
  ],
  [
    "hide",
    "review",
    "/cases/5",
    "A review of yours was removed",
    "It is hidden from everyone, and its stars do not count. We keep it: if you appeal and are right, it is shown again.",
  ],
])("a %s (%s) says before an appeal what it can bring back", async (sanction, kind, path, name, effect) => {
  const shown = { ...suspended, kind, subjectId: 44, sanction, until: null };
  const after = { ...shown, state: "appealed", mayAppeal: false, appeal: { words: WORDS, at: NOW } };
  const { user } = openAs(path, {
    [`GET /api${path}`]: shown,
    "POST /api/cases/5/appeal": () => HttpResponse.json(after, { status: 201 }),
  });
  expect(await screen.findByRole("heading", { name, level: 1 })).toBeVisible();
  expect(screen.getByText(effect)).toBeVisible();
  await user.type(screen.getByLabelText("Why this should be looked at again"), WORDS);
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("Your appeal was sent.")).toBeVisible();
});
