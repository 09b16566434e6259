import { queryOptions } from "@tanstack/react-query";
import { callApi, nullWhenSignedOut } from "@/lib/calls/call-api";

const POLL_MS = 60_000;
const FRESH_MS = 45_000;

export const countOf = (data: number | { count?: number } | null) =>
  typeof data === "number" ? data : (data?.count ?? 0);

export const polled = { refetchInterval: POLL_MS, staleTime: FRESH_MS, retry: 1 };

export const notificationsKey = ["notifications"];

export const unreadMessagesQuery = queryOptions({
  queryKey: ["messages", "unread-count"],
  queryFn: async () => countOf(await nullWhenSignedOut(callApi("GET", "/api/messages/unread-count"))),
  ...polled,
});
