import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { aMessage, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(() => {
  localStorage.clear();
  pretendMessages();
  fakeLive.state = "open";
  fakeLive.emit.mockClear();
  fakeLive.ask.mockResolvedValue({ message: aMessage(2, "Hello", { senderId: SELF }) });
  shop.conversation = aConversation();
  shop.messages.push(aMessage(1, "Salam"));
});

const sentFrames = (about = "typing") => fakeLive.emit.mock.calls.filter(([name]) => name === about);
const there = (isActive: boolean, minutesAgo: number | null = null, userId = FARID) =>
  act(() => fakeLive.send("presence", { userId, isActive, minutesAgo }));
const typing = (isTyping: boolean, userId = FARID) =>
  act(() => fakeLive.send("typing", { userId, productId: null, isTyping }));

it("one frame is sent while one writes, and one when the message is sent", async () => {
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.type(await screen.findByTestId("message-input"), "Hello{Enter}");
  await waitFor(() =>
    expect(sentFrames()).toEqual([
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

it("one who hides it neither sends nor sees it", async () => {
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click(await screen.findByRole("button", { name: "Conversation options" }));
  await user.click(await screen.findByText("Hide when I am typing"));
  await user.type(screen.getByTestId("message-input"), "Hello");
  typing(true);
  expect(screen.getByTestId("typing")).toBeEmptyDOMElement();
  expect(sentFrames()).toEqual([]);
});

describe("presence", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const aboutFarid = ["presence", { userId: FARID }];

  it("is asked of the open conversation, again each half minute, and not while the page is hidden", async () => {
    renderApp(`/messages?with=${FARID}`);
    await screen.findByRole("heading", { name: "farid.h" });
    expect(sentFrames("presence")).toEqual([aboutFarid]);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(sentFrames("presence")).toEqual([aboutFarid, aboutFarid]);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    expect(sentFrames("presence")).toHaveLength(2);
  });

  it("stands under the name, and is not known without a connection", async () => {
    renderApp(`/messages?with=${FARID}`);
    await screen.findByRole("heading", { name: "farid.h" });
    there(true, null, 4242);
    expect(screen.queryByTestId("presence")).toBeNull();
    there(true);
    expect(screen.getByTestId("presence")).toHaveTextContent("Active now");
    there(false, 5);
    expect(screen.getByTestId("presence")).toHaveTextContent("Active 5 minutes ago");
    there(true);
    act(() => fakeLive.become("connecting"));
    expect(screen.queryByTestId("presence")).toBeNull();
  });

  it("one who hides it is forgotten at once, asks no more and sees nothing", async () => {
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.click(await screen.findByRole("button", { name: "Conversation options" }));
    await user.click(await screen.findByText("Hide when I am active"));
    there(true);
    expect(screen.queryByTestId("presence")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(sentFrames("presence")).toEqual([aboutFarid, ["presence", { isActive: false }]]);
  });
});
