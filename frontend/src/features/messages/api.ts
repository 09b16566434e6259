import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi, callApiWithHeaders } from "@/lib/calls/call-api";
import { uploadForm } from "@/lib/calls/upload";

export type Message = components["schemas"]["MessagingMessageOut"];
export type Conversation = components["schemas"]["MessagingConversationOut"];
export type ReportReason = components["schemas"]["MessagingReportIn"]["reason"];

export const PAGE = 50;

export const conversationsKey = ["messages", "conversations"];
export const threadsKey = ["messages", "thread"];
export const threadKey = (userId: number) => [...threadsKey, userId];

interface Page {
  conversations: Conversation[];
  next: string | null;
}

export const conversationsQuery = (archived: boolean) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, archived ? "archived" : "open"],
    initialPageParam: "",
    queryFn: async ({ pageParam }): Promise<Page> => {
      const query = { limit: 30, ...(archived && { archived }), ...(pageParam && { cursor: pageParam }) };
      const { data, headers } = await callApiWithHeaders("GET", "/api/conversations", { query });
      const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get("Link") ?? "")?.[1];
      return { conversations: data, next: cursor ? decodeURIComponent(cursor) : null };
    },
    getNextPageParam: ({ next }) => next,
  });

export const conversationQuery = (userId: number) =>
  queryOptions({
    queryKey: [...conversationsKey, userId],
    queryFn: () => callApi("GET", "/api/conversations/{user_id}", { path: { user_id: userId } }),
  });

export const threadQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: threadKey(userId),
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      callApi("GET", "/api/messages/conversation/{user_id}", {
        path: { user_id: userId },
        query: { limit: PAGE, ...(pageParam && { before: pageParam }) },
      }),
    getNextPageParam: (page) => (page.length === PAGE ? page[0]?.id : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const searchQuery = (words: string, userId?: number) =>
  queryOptions({
    queryKey: ["messages", "search", words, userId ?? "all"],
    queryFn: () => callApi("GET", "/api/messages/search", { query: { q: words, ...(userId && { userId }) } }),
    enabled: words !== "",
  });

export const changedAfter = (userId: number, after: number) =>
  callApi("GET", "/api/messages/conversation/{user_id}", { path: { user_id: userId }, query: { after, limit: 100 } });

export const markRead = (senderId: number) => callApi("POST", "/api/messages/read", { body: { senderId } });

export const deleteMessage = (id: number) =>
  callApi("DELETE", "/api/messages/{message_id}", { path: { message_id: id } });

export const arrangeConversation = (
  userId: number,
  side: { isPinned?: boolean; isMuted?: boolean; isArchived?: boolean },
) => callApi("PATCH", "/api/conversations/{user_id}", { path: { user_id: userId }, body: side });

export const setBlocked = (userId: number, blocked: boolean) =>
  callApi(blocked ? "PUT" : "DELETE", "/api/conversations/{user_id}/block", { path: { user_id: userId } });

export const reportConversation = (userId: number, body: { reason: ReportReason; words: string; messageId?: number }) =>
  callApi("POST", "/api/conversations/{user_id}/reports", { path: { user_id: userId }, body });

interface FileToSend {
  receiverId: number;
  file: File;
  clientId: string;
  productId?: number;
}

export function sendFile(
  { receiverId, file, clientId, productId }: FileToSend,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
) {
  const form = new FormData();
  form.append("file", file);
  form.append("receiverId", String(receiverId));
  form.append("clientId", clientId);
  if (productId) form.append("productId", String(productId));
  return uploadForm("/api/messages/upload-file", { body: form, onProgress, signal });
}
