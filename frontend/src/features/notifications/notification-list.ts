import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi, nullWhenSignedOut } from "@/lib/calls/call-api";
import { countOf, notificationsKey, polled } from "./api";

export type NotificationItem = Schemas["AuthNotificationOut"];

export const unreadNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, "unread-count"],
  queryFn: async () => countOf(await nullWhenSignedOut(callApi("GET", "/api/notifications/unread-count"))),
  ...polled,
});

export const notificationsQuery = queryOptions({
  queryKey: [...notificationsKey, "list"],
  queryFn: () => callApi("GET", "/api/notifications"),
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
    onError: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
}
