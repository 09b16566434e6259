import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

let unread = 1;
let requestCount = 0;

beforeEach(() => {
  unread = 1;
  requestCount = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(
    http.get("*/api/notifications/unread-count", () => {
      requestCount += 1;
      return HttpResponse.json({ count: unread });
    }),
    http.get("*/api/notifications", () => HttpResponse.json([])),
  );
});
afterEach(() => {
  fakeLive.open.mockClear();
  fakeLive.become("open");
});

const calm = () => act(() => vi.advanceTimersByTimeAsync(3100));

async function openBell() {
  signedInAs(aUser());
  const page = renderApp("/nowhere");
  await screen.findByRole("button", { name: "Notifications, 1 unread" });
  await calm();
  return page;
}

it("a notice is counted and announced without a reload; older ones are not announced", async () => {
  await openBell();
  expect(screen.queryByText(/New notification/)).toBeNull();
  unread = 2;
  act(() => fakeLive.send("notice", { noticeId: 41 }));
  expect(await screen.findByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
  const announcement = await screen.findByText("New notification, 2 unread");
  expect(announcement).toHaveAttribute("role", "status");
});

it.each([
  ["TEXT", "x".repeat(51), null, `${"x".repeat(50)}...`],
  ["TEXT", "Is it there?", null, "Is it there?"],
  ["FILE", "", null, "[File Attachment]"],
  ["ACTION", "", { title: "Purchase This Item" }, "Purchase This Item"],
])("MSG-21: a message that comes in is shown in fifty characters: %s %s", async (messageType, content, card, title) => {
  await openBell();
  const message = { sender: { username: "farid.h" }, content, sentence: null, messageType, card };
  act(() => fakeLive.send("new_message", { message }));
  await waitFor(() => expect(screen.getAllByText("New message from farid.h")[0]).toBeVisible());
  expect(screen.getAllByText(title)[0]).toBeVisible();
});

it("MSG-36: how many messages are unread is one number, asked for again with each that comes", async () => {
  let waiting = 2;
  server.use(http.get("*/api/messages/unread-count", () => HttpResponse.json({ count: waiting })));
  await openBell();
  expect(await screen.findByRole("link", { name: "Messages, 2 unread" })).toBeVisible();
  waiting = 3;
  const message = { sender: { username: "farid.h" }, content: "One more", messageType: "TEXT", card: null };
  act(() => fakeLive.send("new_message", { message }));
  expect(await screen.findByRole("link", { name: "Messages, 3 unread" })).toBeVisible();
});

it("an open list is read again too", async () => {
  const { user } = await openBell();
  await user.click(screen.getByRole("button", { name: "Notifications, 1 unread" }));
  await screen.findByText(/Nothing new/);
  const notice = { id: 41, kind: "outbid", body: "Somebody else leads.", createdAt: "2026-11-20T12:00:00Z" };
  server.use(
    http.get("*/api/notifications", () =>
      HttpResponse.json([{ ...notice, title: "You have been outbid", link: "/auctions/5", isRead: false }]),
    ),
  );
  act(() => fakeLive.send("notice", { noticeId: 41 }));
  expect(await screen.findByRole("link", { name: /You have been outbid/ })).toHaveAttribute("href", "/auctions/5");
});

it("a press anywhere else closes the list", async () => {
  const { user } = await openBell();
  await user.click(screen.getByRole("button", { name: "Notifications, 1 unread" }));
  await user.click(await screen.findByText(/Nothing new/));
  expect(screen.getByText(/Nothing new/)).toBeVisible();
  await user.click(screen.getByRole("main"));
  expect(screen.queryByText(/Nothing new/)).toBeNull();
});

it("there is one connection of the page, opened once it is calm, and what was missed meanwhile is asked for", async () => {
  await openBell();
  expect(fakeLive.open).toHaveBeenCalledTimes(1);
  const before = requestCount;
  act(() => fakeLive.become("connecting"));
  act(() => fakeLive.become("open"));
  expect(requestCount).toBe(before);
  act(() => fakeLive.become("authenticated"));
  await waitFor(() => expect(requestCount).toBe(before + 1));
});

it("a notification missed before the bell joined an open connection is counted", async () => {
  fakeLive.become("authenticated");
  signedInAs(aUser());
  renderApp("/nowhere");
  await screen.findByRole("button", { name: "Notifications, 1 unread" });
  unread = 2;
  await calm();
  expect(await screen.findByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
});

it("a notification that arrives before the first count is counted", async () => {
  let answerFirst: () => void = () => undefined;
  server.use(
    http.get("*/api/notifications/unread-count", async () => {
      requestCount += 1;
      if (requestCount > 1) return HttpResponse.json({ count: 2 });
      await new Promise<void>((resolve) => {
        answerFirst = resolve;
      });
      return HttpResponse.json({ count: 1 });
    }),
  );
  signedInAs(aUser());
  renderApp("/nowhere");
  await waitFor(() => expect(requestCount).toBe(1));
  await calm();
  act(() => fakeLive.send("notice", { noticeId: 41 }));
  act(() => answerFirst());
  expect(await screen.findByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
});

it("a guest has no bell and opens no connection", async () => {
  renderApp("/nowhere");
  await screen.findByRole("link", { name: "Sign In" });
  await calm();
  expect(fakeLive.open).not.toHaveBeenCalled();
});

it("a page that was never visible opens none", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await openBell();
  expect(fakeLive.open).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(fakeLive.open).toHaveBeenCalledTimes(1));
  hidden.mockRestore();
});
