import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "@/lib/calls/ask";

export interface Wish {
  inApp: boolean;
  mail: boolean;
  push: boolean;
}
export type Wishes = Record<string, Wish>;

export const wishesQuery = (userId: number) =>
  queryOptions({
    queryKey: ["notification-preferences", userId],
    queryFn: () => ask<Wishes>("GET", `/api/user/${userId}/notification-preferences`),
  });

export const keepWishes = (userId: number, body: Wishes) =>
  ask<Wishes>("PUT", `/api/user/${userId}/notification-preferences`, { body });

export function useWish(userId: number) {
  const client = useQueryClient();
  const { queryKey } = wishesQuery(userId);
  return useMutation({
    scope: { id: "wishes" },
    mutationFn: ({ kind, wish }: { kind: string; wish: Wish }) => keepWishes(userId, { [kind]: wish }),
    onMutate: async ({ kind, wish }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey)?.[kind];
      client.setQueryData(queryKey, (known) => known && { ...known, [kind]: wish });
      return before;
    },
    onError: (_, { kind }, before) =>
      before && client.setQueryData(queryKey, (known) => known && { ...known, [kind]: before }),
  });
}
