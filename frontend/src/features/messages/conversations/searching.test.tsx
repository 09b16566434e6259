import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { aMessage, FARID } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const scrolledTo = vi.fn();

beforeEach(() => {
  pretendMessages();
  Element.prototype.scrollIntoView = scrolledTo;
});

it("a word is looked for in one conversation, and earlier messages are fetched up to the one that has it", async () => {
  shop.messages = Array.from({ length: 120 }, (_, at) => aMessage(at + 1, `message ${at + 1}`));
  const { user, path } = renderApp(`/messages?with=${FARID}`);
  await user.click(await screen.findByRole("button", { name: "Conversation options" }));
  await user.click(await screen.findByRole("menuitem", { name: "Search" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Search messages with farid.h" }));
  await user.type(dialog.getByLabelText("Words"), "message 2");
  await user.click(await dialog.findByRole("link", { name: /message 2$/ }));
  expect(shop.searches.at(-1)).toBe(`message 2 with ${FARID}`);
  expect(path()).toBe(`/messages?with=${FARID}&at=2`);
  expect(screen.queryByRole("dialog")).toBeNull();
  const thread = within(await screen.findByTestId("thread"));
  await waitFor(() => expect(thread.getByText("message 2").closest("li")).toHaveFocus());
  expect(scrolledTo).toHaveBeenCalled();
});
