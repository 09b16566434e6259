import { act, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aMessage, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

it("MSG-19: a message that arrives while the first is being marked is marked too", async () => {
  shop.conversation = aConversation({ unreadCount: 1 });
  server.use(
    http.post("*/api/messages/read", async ({ request }) => {
      shop.marked.push(await request.json());
      const isFirst = shop.marked.length === 1;
      if (isFirst) shop.messages.push(aMessage(3, "One moment"));
      shop.conversation = aConversation({ unreadCount: isFirst ? 1 : 0 });
      return HttpResponse.json({ count: 0, readerId: SELF, senderId: FARID, messageIds: [], upToId: null });
    }),
  );
  renderApp(`/messages?with=${FARID}`);
  await waitFor(() => expect(shop.marked).toHaveLength(1));
  act(() => fakeLive.send("new_message", { message: shop.messages[2] }));
  await waitFor(() => expect(shop.marked).toEqual([{ senderId: FARID }, { senderId: FARID }]));
});
