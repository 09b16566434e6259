import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseLanguage } from "@/lib/i18n/language";
import { fakeLive } from "@/test/fake-live";
import { aUser, signedInAs } from "@/test/makers";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aMessage, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

const log = async () => within(await screen.findByTestId("thread"));

it("a thread whose person is not known yet has a heading that says so", async () => {
  server.use(http.get("*/api/conversations/:id", () => new Promise<never>(() => {})));
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByRole("heading", { level: 2, name: "Loading" })).toBeInTheDocument();
});

describe("the list", () => {
  it("MSG-02, MSG-10, MSG-11: shows who wrote, about what, the last words in sixty characters and what is unread", async () => {
    shop.messages.push(aMessage(3, "x".repeat(80)));
    shop.conversation = aConversation({ unreadCount: 2 });
    renderApp("/messages");
    const row = await screen.findByTestId("conversation-row");
    expect(within(row).getByText("farid.h")).toBeVisible();
    expect(within(row).getByText("Smoke Vesper")).toBeVisible();
    expect(within(row).getByText(`${"x".repeat(60)}...`)).toBeVisible();
    expect(within(row).getByText("2 unread")).toBeInTheDocument();
  });

  it("names the step of a purchase in Malay too", async () => {
    const card = { transactionId: 6, title: "Payment", text: "", state: "waiting" as const, amount: 560, progress: 1 };
    const sent = { messageType: "ACTION" as const, actionType: "CONFIRM_PAYMENT" };
    shop.messages.push(aMessage(3, "", { ...sent, card: { ...card, auctionId: null, payBy: null } }));
    shop.conversation = aConversation();
    signedInAs(aUser({ id: SELF, language: "ms" }));
    renderApp("/messages");
    expect(await within(await screen.findByTestId("conversation-row")).findByText("Bayaran")).toBeVisible();
    await chooseLanguage("en");
  });

  it("what the platform has written reads in Malay, in the list, the thread and a quote", async () => {
    const sentence = { code: "purchase_confirmed" as const, name: "Smoke Vesper", amount: 560 };
    const content = "I have confirmed the purchase of Smoke Vesper for RM 560.00.";
    shop.messages.push(aMessage(3, content, { sentence }));
    const replyTo = { id: 103, senderId: FARID, content, sentence };
    shop.messages.push(aMessage(4, "Terima kasih", { senderId: SELF, replyTo }));
    const offered = { code: "offered" as const, name: "", amount: 500 };
    shop.messages.push(aMessage(5, "I offer RM 500.00.", { sentence: offered }));
    shop.conversation = aConversation();
    signedInAs(aUser({ id: SELF, language: "ms" }));
    renderApp(`/messages?with=${FARID}`);
    const malaySentence = /^Saya telah mengesahkan pembelian Smoke Vesper pada harga RM.560\.00\.$/;
    await waitFor(async () => expect((await log()).getAllByText(malaySentence)).toHaveLength(2));
    expect((await screen.findAllByText(/^Saya menawarkan RM.500\.00\.$/)).length).toBeGreaterThan(0);
    await act(() => chooseLanguage("en"));
    expect((await log()).getAllByText(content)).toHaveLength(2);
  });

  it("MSG-04: an empty list leads to the shop", async () => {
    shop.conversation = null;
    renderApp("/messages");
    expect(await screen.findByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products");
  });

  it("finds words in all conversations", async () => {
    const { user } = renderApp("/messages");
    await screen.findByTestId("conversation-row");
    await user.type(screen.getByRole("searchbox", { name: "Search messages" }), "yes");
    expect(await screen.findByRole("heading", { name: "Found messages" })).toBeVisible();
    expect(shop.searches.at(-1)).toBe("yes");
  });
});

describe("the thread", () => {
  it("MSG-08, MSG-19: shows time and ticks, and marks what came as read", async () => {
    shop.conversation = aConversation({ unreadCount: 1 });
    renderApp(`/messages?with=${FARID}`);
    expect(await (await log()).findByText("Yes, it is.")).toBeVisible();
    expect((await log()).getByRole("img", { name: "Read" })).toBeVisible();
    expect((await log()).getAllByText(/^Nov 19, \d+:05 AM$/)).toHaveLength(2);
    await waitFor(() => expect(shop.marked).toEqual([{ senderId: FARID }]));
  });

  it("MSG-33: what is sent meanwhile appears, once, and a gap before it is filled", async () => {
    renderApp(`/messages?with=${FARID}`);
    await (await log()).findByText("Yes, it is.");
    shop.messages.push(aMessage(3, "One moment"), aMessage(4, "Here is a picture of the batch code"));
    act(() => fakeLive.send("new_message", { message: shop.messages[3] }));
    expect(await (await log()).findByText("One moment")).toBeVisible();
    act(() => fakeLive.send("new_message", { message: shop.messages[3] }));
    expect((await log()).getAllByText("Here is a picture of the batch code")).toHaveLength(1);
  });

  it("MSG-33: who reads along stays at the end when something grows late; who scrolled up sees what is new", async () => {
    renderApp(`/messages?with=${FARID}`);
    await (await log()).findByText("Yes, it is.");
    const box = screen.getByTestId("thread");
    const scrolledTo = (scrollTop: number, scrollHeight: number) => {
      for (const [name, value] of Object.entries({ scrollHeight, clientHeight: 400 })) {
        Object.defineProperty(box, name, { configurable: true, value });
      }
      box.scrollTop = scrollTop;
      fireEvent.scroll(box);
    };
    const receiveMessage = async (number: number, words: string) => {
      shop.messages.push(aMessage(number, words));
      act(() => fakeLive.send("new_message", { message: shop.messages.at(-1) }));
      await (await log()).findByText(words);
    };
    scrolledTo(600, 1000);
    scrolledTo(600, 1300);
    await receiveMessage(3, "One moment");
    expect(box.scrollTop).toBe(1300);
    scrolledTo(500, 1300);
    await receiveMessage(4, "Here is the batch code");
    expect(screen.getByRole("button", { name: "New messages" })).toBeVisible();
    expect(box.scrollTop).toBe(500);
  });

  it("after a restored database, whose numbers begin earlier again, the thread is read anew", async () => {
    shop.messages.push(aMessage(3, "Lost with the old database"));
    renderApp(`/messages?with=${FARID}`);
    await (await log()).findByText("Lost with the old database");
    act(() => fakeLive.become("connecting"));
    shop.messages = [aMessage(1, "Written after the restore")];
    shop.conversation = aConversation({ epoch: 2 });
    act(() => fakeLive.become("authenticated"));
    expect(await (await log()).findByText("Written after the restore")).toBeVisible();
    expect((await log()).queryByText("Lost with the old database")).toBeNull();
  });

  it("what was written while one was away is there after the connection comes back", async () => {
    renderApp(`/messages?with=${FARID}`);
    await (await log()).findByText("Yes, it is.");
    act(() => fakeLive.become("connecting"));
    shop.messages.push(aMessage(3, "Still interested?"));
    act(() => fakeLive.become("authenticated"));
    expect(await (await log()).findByText("Still interested?")).toBeVisible();
  });

  it("MSG-18: a message is sent, then read by the other person: its tick says so", async () => {
    shop.messages.push(aMessage(3, "Great", { senderId: SELF }));
    renderApp(`/messages?with=${FARID}`);
    expect(await (await log()).findByRole("img", { name: "Sent" })).toBeVisible();
    act(() => fakeLive.send("messages_read", { readerId: FARID, senderId: SELF, messageIds: [103], upToId: 103 }));
    await waitFor(async () => expect((await log()).queryByRole("img", { name: "Sent" })).toBeNull());
  });

  it("earlier messages come on demand", async () => {
    shop.messages = Array.from({ length: 60 }, (_, at) => aMessage(at + 1, `number ${at + 1}`));
    const { user } = renderApp(`/messages?with=${FARID}`);
    expect(await (await log()).findByText("number 60")).toBeVisible();
    const earlier = screen.queryByRole("button", { name: "Earlier messages" });
    if (earlier) await user.click(earlier);
    expect(await (await log()).findByText("number 1")).toBeVisible();
    expect((await log()).getAllByTestId("message")).toHaveLength(60);
  });

  it("the receiver is warned of a bank account number and led to Semak Mule", async () => {
    shop.messages.push(aMessage(3, "Maybank 5641 2345 6789", { warnings: ["bank_account"] }));
    renderApp(`/messages?with=${FARID}`);
    expect(await screen.findByText("A bank account number.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Open Semak Mule" })).toBeVisible();
  });

  it("each thing that a message warns of is said, and what to do about each", async () => {
    shop.messages.push(aMessage(3, "Transfer direct", { warnings: ["bank_account", "link", "payment"] }));
    renderApp(`/messages?with=${FARID}`);
    await screen.findByText("A bank account number. A link to another site. A payment outside Wangi.");
    const advice = screen.getByText(/Check it at Semak Mule before you pay\./);
    expect(advice).toHaveTextContent("Keep the conversation here: outside, we cannot help you.");
  });

  it("MSG-41: one that does not load says so alone, and is asked for again", async () => {
    const answers = [503, 503, 503, 503, 200];
    server.use(
      http.get("*/api/messages/conversation/:id", () => {
        const status = answers.shift() ?? 200;
        return status === 200 ? HttpResponse.json(shop.messages) : refusal(status, "forbidden");
      }),
    );
    const { user } = renderApp(`/messages?with=${FARID}`);
    expect(await screen.findByRole("heading", { name: "Error Loading Conversation" }, { timeout: 4000 })).toBeVisible();
    expect(screen.queryByTestId("thread")).toBeNull();
    expect(screen.queryByTestId("message-input")).toBeNull();
    answers.length = 0;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await (await log()).findByText("Yes, it is.")).toBeVisible();
  });

  it("a deleted message leaves a mark", async () => {
    shop.messages.push(aMessage(3, "", { isDeleted: true }));
    renderApp(`/messages?with=${FARID}`);
    expect(await (await log()).findByText("Message deleted")).toBeVisible();
  });
});
