import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";

export type NotificationPreferences = Schemas["AuthWishesOut"];
export type NotificationPreference = NotificationPreferences[string];

export const notificationPreferencesQuery = (userId: number) =>
  queryOptions({
    queryKey: ["notification-preferences", userId],
    queryFn: () => callApi("GET", "/api/user/{user_id}/notification-preferences", { path: { user_id: userId } }),
  });

export const saveNotificationPreferences = (userId: number, body: NotificationPreferences) =>
  callApi("PUT", "/api/user/{user_id}/notification-preferences", { path: { user_id: userId }, body });

export function useNotificationPreference(userId: number) {
  const client = useQueryClient();
  const { queryKey } = notificationPreferencesQuery(userId);
  return useMutation({
    scope: { id: "wishes" },
    mutationFn: ({ kind, wish }: { kind: string; wish: NotificationPreference }) =>
      saveNotificationPreferences(userId, { [kind]: wish }),
    onMutate: async ({ kind, wish }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey)?.[kind];
      client.setQueryData(queryKey, (current) => current && { ...current, [kind]: wish });
      return before;
    },
    onError: (_, { kind }, before) =>
      before && client.setQueryData(queryKey, (current) => current && { ...current, [kind]: before }),
  });
}
