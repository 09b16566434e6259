/** Typing: told while one writes, shown while the other does, and hidden by who does not want it. */
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { aMessage, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { live: () => fakeLive };
});

beforeEach(() => {
  localStorage.clear();
  pretendMessages();
  fakeLive.state = "connected";
  fakeLive.tell.mockClear();
  fakeLive.ask.mockResolvedValue({ message: aMessage(2, "Hello", { senderId: SELF }) });
  shop.conversation = aConversation();
  shop.messages.push(aMessage(1, "Salam"));
});

const said = () => fakeLive.tell.mock.calls.map(([name, frame]) => [name, frame]);
const typing = (isTyping: boolean, userId = FARID) =>
  act(() => fakeLive.send("typing", { userId, productId: null, isTyping }));

it("one frame is sent while one writes, and one when the message is sent", async () => {
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.type(await screen.findByTestId("message-input"), "Hello{Enter}");
  await waitFor(() =>
    expect(said()).toEqual([
      ["typing", { userId: FARID, isTyping: true }],
      ["typing", { userId: FARID, isTyping: false }],
    ]),
  );
});

it("the other person's typing is shown until they stop or send", async () => {
  renderApp(`/messages?with=${FARID}`);
  await screen.findByRole("heading", { name: "farid.h" });
  const line = screen.getByTestId("typing");
  expect(line).toBeEmptyDOMElement();
  typing(true, 4242);
  expect(line).toBeEmptyDOMElement();
  typing(true);
  expect(line).toHaveTextContent("farid.h is typing");
  typing(false);
  expect(line).toBeEmptyDOMElement();
  typing(true);
  act(() => fakeLive.send("new_message", { message: aMessage(2, "Yes") }));
  expect(line).toBeEmptyDOMElement();
});

it("one who hides it neither tells nor sees it", async () => {
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click(await screen.findByRole("button", { name: "Conversation options" }));
  await user.click(await screen.findByText("Hide when I am typing"));
  await user.type(screen.getByTestId("message-input"), "Hello");
  typing(true);
  expect(screen.getByTestId("typing")).toBeEmptyDOMElement();
  expect(said()).toEqual([]);
});
