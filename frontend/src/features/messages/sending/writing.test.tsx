import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { fakeLive } from "@/test/fake-live";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { FARID } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

const log = async () => within(await screen.findByTestId("thread"));
const field = () => screen.findByTestId<HTMLTextAreaElement>("message-input");

describe("writing", () => {
  it("MSG-12: Enter sends, Shift and Enter makes a line, blank text is not sent", async () => {
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.type(await field(), "   {Enter}");
    expect(shop.sent).toEqual([]);
    expect(screen.getByTestId("send-message")).toBeDisabled();
    await user.clear(await field());
    await user.type(await field(), "First{Shift>}{Enter}{/Shift}second{Enter}");
    await waitFor(() => expect(shop.sent).toMatchObject([{ receiverId: FARID, content: "First\nsecond" }]));
    expect(await field()).toHaveValue("");
    expect((await log()).getAllByText(/First\s+second/)).toHaveLength(1);
  });

  it("MSG-13, MSG-18: without a connection it waits on the device, and is sent once when it is back", async () => {
    fakeLive.ask.mockRejectedValueOnce(new Refusal(0, "not_connected", ""));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await (await log()).findByText("Yes, it is.");
    act(() => fakeLive.become("closed"));
    await user.type(await field(), "Are you there?{Enter}");
    expect(await (await log()).findByRole("img", { name: "Waiting to be sent" })).toBeVisible();
    expect(localStorage.getItem("wangi_messages")).toContain("Are you there?");
    act(() => fakeLive.become("open"));
    await waitFor(() => expect(shop.sent).toHaveLength(1));
    await waitFor(async () => expect((await log()).queryByRole("img", { name: "Waiting to be sent" })).toBeNull());
    expect((await log()).getAllByText("Are you there?")).toHaveLength(1);
  });

  it("a message whose outcome is not known is sent again after a while, under the same id", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fakeLive.ask.mockRejectedValueOnce(new Refusal(503, "unavailable", ""));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.type(await field(), "Are you there?{Enter}");
    expect(await (await log()).findByRole("img", { name: "Waiting to be sent" })).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(5100));
    await waitFor(() => expect(shop.sent).toHaveLength(1));
    const [first, second] = fakeLive.ask.mock.calls.map(([, frame]) => (frame as { clientId: string }).clientId);
    expect(second).toBe(first);
    vi.useRealTimers();
  });

  it("MSG-41: what is refused says why and can be taken away", async () => {
    fakeLive.ask.mockRejectedValueOnce(new Refusal(409, "not_accepted", "This person does not accept shop.messages."));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.type(await field(), "Hello?{Enter}");
    expect(await screen.findByText(/Message Not Sent/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove" }));
    expect((await log()).queryByText("Hello?")).toBeNull();
  });

  it("MSG-41: after a fault of the server it says that the message did not go, and it can be sent again", async () => {
    fakeLive.ask.mockRejectedValueOnce(new Refusal(0, "internal_error", "Something went wrong on our side."));
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.type(await field(), "Hello?{Enter}");
    expect(await screen.findByText("Send Error")).toBeVisible();
    expect(screen.getAllByText(/Failed to send your message\. Please try again\./)[0]).toBeVisible();
    await user.click((await log()).getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(shop.sent).toMatchObject([{ content: "Hello?" }]));
  });

  it("a draft stays with its conversation", async () => {
    const { user } = renderApp(`/messages?with=${FARID}`);
    await user.type(await field(), "I was about to");
    cleanup();
    renderApp(`/messages?with=${FARID}`);
    expect(await field()).toHaveValue("I was about to");
  });

  it("MSG-05, MSG-06: comes from a listing with its person, its sentence and the listing", async () => {
    shop.conversation = null;
    shop.messages = [];
    const chosen = {
      userId: FARID,
      username: "farid.h",
      profileImage: null,
      productId: 1,
      productName: "Smoke Vesper",
    };
    sessionStorage.setItem("selectedConversation", JSON.stringify({ ...chosen, templateMessage: "I would like it" }));
    const { user, path } = renderApp("/messages");
    expect(await field()).toHaveValue("I would like it");
    expect(path()).toBe("/messages");
    await user.type(await field(), "{Enter}");
    await waitFor(() => expect(shop.sent).toMatchObject([{ content: "I would like it", productId: 1 }]));
    await user.click(screen.getByRole("link", { name: "All conversations" }));
    expect(sessionStorage.getItem("selectedConversation")).toBeNull();
    expect(await screen.findByText("Choose a conversation")).toBeVisible();
  });

  it("a boosted bottle that one writes about is still for sale", async () => {
    const product = { id: 7, name: "Dehn Sahar", imageUrl: null, price: 370, listingType: "fixed" };
    let status = "featured";
    server.use(http.get("*/api/products/7", () => HttpResponse.json({ ...product, status })));
    const chosen = { userId: FARID, username: "farid.h", profileImage: null, productId: 7, productName: "Dehn Sahar" };
    sessionStorage.setItem("selectedConversation", JSON.stringify({ ...chosen, templateMessage: "" }));
    renderApp("/messages");
    expect((await screen.findAllByText("Dehn Sahar"))[0]).toBeVisible();
    expect(screen.queryByText("No longer available")).toBeNull();
    cleanup();
    status = "archived";
    sessionStorage.setItem("selectedConversation", JSON.stringify({ ...chosen, templateMessage: "" }));
    renderApp("/messages");
    expect((await screen.findAllByText("No longer available"))[0]).toBeVisible();
  });

  it("a blocked person cannot be written to until they are unblocked", async () => {
    shop.conversation = aConversation({ isBlocked: true });
    renderApp(`/messages?with=${FARID}`);
    expect(await screen.findByText("You have blocked this person.")).toBeVisible();
    expect(screen.queryByTestId("message-input")).toBeNull();
  });
});
