import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "@/lib/calls/ask";
import { countOf, polled } from "./api";

export interface NoticeItem {
  id: number;
  kind: string;
  title: string;
  body: string;
  link: string | null;
  createdAt: string;
  isRead: boolean;
}

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
