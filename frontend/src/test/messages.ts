import { HttpResponse, http } from "msw";
import type { Conversation, Message } from "@/features/messages/api";
import { fakeLive } from "./fake-live";
import { aUser, signedInAs } from "./makers";
import { server } from "./server";
import { aMessage, FARID, farid, SELF } from "./talk-makers";

export const shop = {
  messages: [] as Message[],
  conversation: null as Conversation | null,
  sent: [] as unknown[],
  marked: [] as unknown[],
  searches: [] as string[],
};

export function aConversation(change: Partial<Conversation> = {}): Conversation {
  return {
    id: 3,
    user: farid,
    product: { id: 1, name: "Smoke Vesper", imageUrl: null, price: 560, status: "active", listingType: "fixed" },
    lastMessage: shop.messages.at(-1) ?? null,
    unreadCount: 0,
    seq: shop.messages.length,
    epoch: 1,
    isPinned: false,
    isMuted: false,
    isArchived: false,
    isBlocked: false,
    isStranger: false,
    ...change,
  };
}

export function pretendMessages(): void {
  Object.assign(shop, { sent: [], marked: [], searches: [] });
  shop.messages = [aMessage(1, "Is it still available?", { senderId: SELF, isRead: true }), aMessage(2, "Yes, it is.")];
  shop.conversation = aConversation();
  fakeLive.state = "open";
  fakeLive.ask.mockReset();
  fakeLive.ask.mockImplementation(async (_name, frame) => {
    shop.sent.push(frame);
    const { content, clientId } = frame as { content: string; clientId: string };
    const message = aMessage(shop.messages.length + 1, content, { senderId: SELF, clientId });
    shop.messages.push(message);
    return { message };
  });
  signedInAs(aUser({ id: SELF }));
  server.use(
    http.get("*/api/conversations", () => HttpResponse.json(shop.conversation ? [shop.conversation] : [])),
    http.get("*/api/conversations/:id", () => HttpResponse.json(shop.conversation)),
    http.get("*/api/messages/conversation/:id", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const after = query.get("after");
      const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
      if (after) return HttpResponse.json(shop.messages.filter((message) => message.changedSeq > Number(after)));
      return HttpResponse.json(shop.messages.filter(({ id }) => id < before).slice(-50));
    }),
    http.get("*/api/messages/search", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const within = query.get("userId");
      shop.searches.push(`${query.get("q")}${within ? ` with ${within}` : ""}`);
      return HttpResponse.json([shop.messages[1]]);
    }),
    http.post("*/api/messages/read", async ({ request }) => {
      shop.marked.push(await request.json());
      shop.conversation = aConversation();
      return HttpResponse.json({ count: 0, readerId: SELF, senderId: FARID, messageIds: [], upToId: null });
    }),
  );
}
