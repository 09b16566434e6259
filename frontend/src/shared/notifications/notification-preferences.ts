import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/ask";

export interface NotificationPreference {
  inApp: boolean;
  mail: boolean;
  push: boolean;
}
export type NotificationPreferences = Record<string, NotificationPreference>;

export const notificationPreferencesQuery = (userId: number) =>
  queryOptions({
    queryKey: ["notification-preferences", userId],
    queryFn: () => callApi<NotificationPreferences>("GET", `/api/user/${userId}/notification-preferences`),
  });

export const saveNotificationPreferences = (userId: number, body: NotificationPreferences) =>
  callApi<NotificationPreferences>("PUT", `/api/user/${userId}/notification-preferences`, { body });

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
