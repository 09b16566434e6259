import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aMessage, FARID, farid, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

const MINUTE = 60_000;
const THEIRS = "The box has a small tear at the back, and the sprayer was changed once by a shop in Bangsar.";
const log = async () => within(await screen.findByTestId("thread"));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

function open() {
  const { user } = renderApp(`/messages?with=${FARID}`);
  const press = async (item: string, of: string) => {
    const row = of && ((await (await log()).findByText(of)).closest("li") as HTMLElement);
    const name = row ? "Message options" : "Conversation options";
    await user.click(await (row ? within(row) : screen).findByRole("button", { name }));
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };
  return { user, press };
}

describe("the menu of a message", () => {
  it("MSG-20: a message is quoted, and the quote goes with what one writes", async () => {
    const { user, press } = open();
    await press("Quote", "Yes, it is.");
    await user.type(screen.getByTestId("message-input"), "Good{Enter}");
    await waitFor(() => expect(shop.sent).toHaveLength(1));
    expect(shop.sent[0]).toMatchObject({ content: "Good", replyToId: 102 });
  });

  it("its words are copied", async () => {
    const { press } = open();
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await press("Copy", "Yes, it is.");
    expect(writeText).toHaveBeenCalledWith("Yes, it is.");
    await waitFor(() => expect(screen.getAllByText("Copied")[0]).toBeVisible());
  });

  it("one's own is deleted within five minutes and leaves a mark", async () => {
    const deleted: unknown[] = [];
    server.use(
      http.delete("*/api/messages/:id", ({ params }) => {
        deleted.push(params.id);
        shop.messages[2] = aMessage(3, "", { senderId: SELF, isDeleted: true, changedSeq: 4 });
        return HttpResponse.json({ success: true });
      }),
    );
    shop.messages.push(aMessage(3, "A slip", { senderId: SELF, createdAt: minutesAgo(3) }));
    const { press } = open();
    await press("Delete", "A slip");
    expect(await (await log()).findByText("Message deleted")).toBeVisible();
    expect((await log()).queryByText("A slip")).toBeNull();
    expect(deleted).toEqual(["103"]);
  });

  it.each([
    ["one's own after five minutes", { senderId: SELF, createdAt: minutesAgo(6) }],
    ["another's", { createdAt: minutesAgo(1) }],
  ])("%s cannot be deleted", async (_, change) => {
    shop.messages.push(aMessage(3, "It stays", change));
    const { user } = open();
    const row = (await (await log()).findByText("It stays")).closest("li") as HTMLElement;
    await user.click(within(row).getByRole("button", { name: "Message options" }));
    expect(await screen.findByRole("menuitem", { name: "Quote" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  });
});

describe("the menu of a conversation", () => {
  it.each([
    ["Pin", "Unpin", { isPinned: true }],
    ["Mute", "Unmute", { isMuted: true }],
    ["Archive", "Move to inbox", { isArchived: true }],
  ])("%s, and %s takes it back", async (does, undoes, change) => {
    const arranged: unknown[] = [];
    server.use(
      http.patch("*/api/conversations/:id", async ({ request }) => {
        const requestBody = (await request.json()) as object;
        arranged.push(requestBody);
        shop.conversation = aConversation(requestBody);
        return HttpResponse.json(shop.conversation);
      }),
    );
    const { press } = open();
    await press(does, "");
    await waitFor(() => expect(arranged).toEqual([change]));
    await press(undoes, "");
    await waitFor(() => expect(arranged).toHaveLength(2));
    expect(arranged[1]).toEqual(Object.fromEntries(Object.keys(change).map((key) => [key, false])));
  });

  it("a person is blocked, cannot be written to, and is unblocked where one would write", async () => {
    const answers: string[] = [];
    const change = (isBlocked: boolean) => () => {
      answers.push(isBlocked ? "blocked" : "unblocked");
      shop.conversation = aConversation({ isBlocked });
      return HttpResponse.json({ success: true });
    };
    server.use(
      http.put("*/api/conversations/:id/block", change(true)),
      http.delete("*/api/conversations/:id/block", change(false)),
    );
    const { user, press } = open();
    await press("Block", "");
    expect(await screen.findByText("You have blocked this person.")).toBeVisible();
    expect(screen.queryByTestId("message-input")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Unblock" }));
    expect(await screen.findByTestId("message-input")).toBeVisible();
    expect(answers).toEqual(["blocked", "unblocked"]);
  });
});

it("MSG-08: each day has one line above what was written on it", async () => {
  const days = ["2026-11-01T04:00:00Z", "2026-11-01T05:00:00Z", minutesAgo(24 * 60), minutesAgo(0)];
  shop.messages = days.map((createdAt, at) => aMessage(at + 1, `number ${at}`, { createdAt }));
  renderApp(`/messages?with=${FARID}`);
  await (await log()).findByText("number 3");
  const lines = within(screen.getByTestId("thread"))
    .getAllByRole("listitem")
    .map((line) => /number \d/.exec(line.textContent ?? "")?.[0] ?? line.textContent);
  expect(lines).toEqual(["1 Nov 2026", "number 0", "number 1", "Yesterday", "number 2", "Today", "number 3"]);
});

it("U38: a former member is called so where their messages are spoken, not by an empty name", async () => {
  const sender = { ...farid, username: "", isDeleted: true };
  shop.messages.push(aMessage(3, "Goodbye", { sender }));
  shop.conversation = aConversation({ user: sender });
  renderApp(`/messages?with=${FARID}`);
  const row = (await (await log()).findByText("Goodbye")).closest("li") as HTMLElement;
  expect(row).toHaveTextContent(/^Deleted user: Goodbye/);
});

it("the first message of an empty thread is said too", async () => {
  shop.messages = [];
  renderApp(`/messages?with=${FARID}`);
  const spoken = await screen.findByTestId("spoken-messages");
  await (await log()).findByText("Nothing written yet. Say hello.");
  shop.messages.push(aMessage(1, "Hello there"));
  act(() => fakeLive.send("new_message", { message: shop.messages.at(-1) }));
  await waitFor(() => expect(spoken).toHaveTextContent("farid.h: Hello there"));
});

it("a message that comes into the open thread is said politely, once; what stood there and one's own are not", async () => {
  shop.messages = Array.from({ length: 60 }, (_, at) => aMessage(at + 1, `number ${at + 1}`));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await (await log()).findByText("number 60");
  const spoken = screen.getByTestId("spoken-messages");
  const calls: string[] = [];
  new MutationObserver(() => calls.push(spoken.textContent ?? "")).observe(spoken, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  expect(spoken).toHaveAttribute("role", "status");
  expect(screen.getByTestId("thread")).toHaveAttribute("aria-live", "off");
  const earlier = screen.queryByRole("button", { name: "Earlier messages" });
  if (earlier) await user.click(earlier);
  await (await log()).findByText("number 1");
  await user.type(screen.getByTestId("message-input"), "Mine{Enter}");
  await (await log()).findByText("Mine");
  shop.messages.push(aMessage(62, THEIRS));
  for (let times = 0; times < 2; times++) {
    act(() => fakeLive.send("new_message", { message: shop.messages.at(-1) }));
    await (await log()).findByText(THEIRS);
  }
  act(() => fakeLive.send("messages_resync", {}));
  await waitFor(() => expect(calls).toEqual([`farid.h: ${THEIRS}`]));
});
