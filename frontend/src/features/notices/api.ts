/** What the shop tells a member, and how many messages wait. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "@/lib/ask";

export interface NoticeItem {
  id: number;
  kind: string;
  title: string;
  body: string;
  link: string | null;
  createdAt: string;
  isRead: boolean;
}

const POLL_MS = 60_000;
const FRESH_MS = 45_000;

/** The gateway writes a bare number or an object with a count. */
const countOf = (told: number | { count?: number } | null) => (typeof told === "number" ? told : (told?.count ?? 0));

const polled = { refetchInterval: POLL_MS, staleTime: FRESH_MS, retry: 1 };

export const unreadMessagesQuery = queryOptions({
  queryKey: ["messages", "unread-count"],
  queryFn: async () => countOf(await ask<number>("GET", "/api/messages/unread-count", { nullWhenSignedOut: true })),
  ...polled,
});

export const unreadNoticesQuery = queryOptions({
  queryKey: ["notices", "unread-count"],
  queryFn: async () =>
    countOf(await ask<number>("GET", "/api/notifications/unread-count", { nullWhenSignedOut: true })),
  ...polled,
});

export const noticesQuery = queryOptions({
  queryKey: ["notices", "list"],
  queryFn: () => ask<NoticeItem[]>("GET", "/api/notifications"),
  staleTime: 0,
});

/** Without ids, all of them. */
export function useReadNotices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids?: number[]) => ask("POST", "/api/notifications/read", { body: ids ? { ids } : {} }),
    onMutate: (ids) => {
      client.setQueryData(noticesQuery.queryKey, (known) =>
        known?.map((one) => (!ids || ids.includes(one.id) ? { ...one, isRead: true } : one)),
      );
      client.setQueryData(unreadNoticesQuery.queryKey, (count = 0) => (ids ? Math.max(0, count - ids.length) : 0));
    },
    onError: () => client.invalidateQueries({ queryKey: ["notices"] }),
  });
}
