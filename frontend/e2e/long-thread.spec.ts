import type { components } from "../src/generated/api";
import { aUser, pretend } from "./support/pretend-shop";
import { expect, type Page, test } from "./support/test";

type Message = components["schemas"]["MessagingMessageOut"];
type Conversation = components["schemas"]["MessagingConversationOut"];

const PHONE = { width: 390, height: 844 };
const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(8);
const person = (id: number, username: string) => ({
  id,
  username,
  profileImage: null,
  isDeleted: false,
  isVerified: true,
});
const other = person(9, "abdul.rahman.bin.haji.mohd.yusof_of_the_perfume_cabinet");
const me = person(7, "nurul.a");
const product = {
  id: 1,
  name: WORD,
  imageUrl: null,
  price: 1_234_567.89,
  status: "active",
  listingType: "fixed",
} as const;

function aMessage(seq: number): Message {
  const own = seq % 3 === 0;
  const isCard = seq === 499;
  const [sender, receiver] = own ? [me, other] : [other, me];
  return {
    id: 100 + seq,
    conversationId: 3,
    seq,
    changedSeq: seq,
    senderId: sender.id,
    receiverId: receiver.id,
    content: seq % 10 === 7 ? WORD : `number ${seq}`,
    sentence: null,
    productId: 1,
    messageType: isCard ? "ACTION" : "TEXT",
    fileUrl: null,
    file_url: null,
    file: null,
    actionType: isCard ? "INITIATE" : null,
    actorId: isCard ? me.id : null,
    isRead: true,
    isDelivered: true,
    isClicked: false,
    isDeleted: false,
    createdAt: new Date(Date.now() - (501 - seq) * 3_600_000).toISOString(),
    sender,
    receiver,
    product,
    replyTo: null,
    card: isCard
      ? {
          transactionId: 4,
          title: "Purchase This Item",
          text: "No longer available",
          state: "unavailable",
          amount: product.price,
          progress: 0,
          auctionId: null,
          payBy: null,
        }
      : null,
    offer: null,
    warnings: [],
    clientId: null,
  };
}

const MESSAGES = Array.from({ length: 500 }, (_, at) => aMessage(at + 1));
const conversation: Conversation = {
  id: 3,
  user: other,
  product,
  lastMessage: MESSAGES[499] ?? null,
  unreadCount: 0,
  seq: 500,
  epoch: 1,
  isPinned: false,
  isMuted: false,
  isArchived: false,
  isBlocked: false,
  isStranger: false,
};

test("MSG-08: a thread of 500 messages on a phone", async ({ browser }) => {
  const page = await browser.newPage({ viewport: PHONE });
  await pretend(page, {
    user: aUser(),
    answers: { "GET /api/conversations": [conversation], "GET /api/conversations/9": conversation },
  });
  await page.route("**/api/messages/conversation/9*", (route) => {
    const query = new URL(route.request().url()).searchParams;
    const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
    const messages = query.has("after") ? [] : MESSAGES.filter(({ id }) => id < before).slice(-50);
    return route.fulfill({ json: messages });
  });
  await page.goto("/messages?with=9");
  await expect(page.getByTestId("thread").getByText("number 500", { exact: true })).toBeInViewport();
  expect(await widths(page)).toEqual({ page: PHONE.width, log: 0 });
  await page.getByRole("button", { name: "Conversation options" }).click();
  const menu = await page.getByRole("menu").boundingBox();
  expect((menu?.x ?? -1) >= 0 && (menu?.x ?? 0) + (menu?.width ?? 0) <= PHONE.width).toBe(true);
  await page.keyboard.press("Escape");
  for (let turn = 0; turn < 3; turn += 1) expect(await jumpOnTheWayUp(page)).toBeLessThan(2);
  await page.setViewportSize({ width: 195, height: 422 });
  expect((await widths(page)).log).toBe(0);
  expect((await page.getByTestId("message-input").boundingBox())?.width).toBeGreaterThan(80);
});

const widths = (page: Page) =>
  page.evaluate(() => {
    const log = document.querySelector('[data-testid="thread"]');
    return { page: document.documentElement.scrollWidth, log: log ? log.scrollWidth - log.clientWidth : -1 };
  });

const jumpOnTheWayUp = (page: Page) =>
  page.evaluate(async () => {
    const log = document.querySelector('[data-testid="thread"]');
    if (!log) return Number.POSITIVE_INFINITY;
    const count = log.querySelectorAll('[data-testid="message"]').length;
    log.scrollTop = 100;
    const top = log.getBoundingClientRect().top;
    const seen = [...log.querySelectorAll('[data-testid="message"]')].find(
      (row) => row.getBoundingClientRect().top > top,
    );
    const before = seen?.getBoundingClientRect().top ?? 0;
    while (log.querySelectorAll('[data-testid="message"]').length === count) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return Math.abs((seen?.getBoundingClientRect().top ?? 0) - before);
  });
