import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/ask";
import { countOf, polled } from "./api";

export interface NotificationItem {
  id: number;
  kind: string;
  title: string;
  body: string;
  link: string | null;
  createdAt: string;
  isRead: boolean;
}

export const unreadNotificationsQuery = queryOptions({
  queryKey: ["notices", "unread-count"],
  queryFn: async () =>
    countOf(await callApi<number>("GET", "/api/notifications/unread-count", { nullWhenSignedOut: true })),
  ...polled,
});

export const notificationsQuery = queryOptions({
  queryKey: ["notices", "list"],
  queryFn: () => callApi<NotificationItem[]>("GET", "/api/notifications"),
  staleTime: 0,
});

export function useReadNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids?: number[]) => callApi("POST", "/api/notifications/read", { body: ids ? { ids } : {} }),
    onMutate: (ids) => {
      client.setQueryData(notificationsQuery.queryKey, (current) =>
        current?.map((item) => (!ids || ids.includes(item.id) ? { ...item, isRead: true } : item)),
      );
      client.setQueryData(unreadNotificationsQuery.queryKey, (count = 0) =>
        ids ? Math.max(0, count - ids.length) : 0,
      );
    },
    onError: () => client.invalidateQueries({ queryKey: ["notices"] }),
  });
}
