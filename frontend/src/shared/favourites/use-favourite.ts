import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { useCurrentUser } from "@/shared/session/session";
import { showToast } from "@/ui/toast-store";

export const favouritesKey = ["favourites"];

const idsQuery = queryOptions({
  queryKey: [...favouritesKey, "ids"],
  queryFn: () => callApi("GET", "/api/favorites/ids"),
});

export function useFavourite(productId: number) {
  const client = useQueryClient();
  const { user, isGuest } = useCurrentUser();
  const { data: ids } = useQuery({ ...idsQuery, enabled: user !== null });
  const isSaved = user !== null && (ids ?? []).includes(productId);
  const { queryKey } = idsQuery;
  const set = (keep: boolean) =>
    client.setQueryData(queryKey, (current: number[] = []) =>
      keep ? [...new Set([...current, productId])] : current.filter((id) => id !== productId),
    );
  const change = useMutation({
    mutationFn: (keep: boolean) =>
      callApi(keep ? "POST" : "DELETE", "/api/favorites/{product_id}", { path: { product_id: productId } }),
    onMutate: (keep) => {
      set(keep);
      return ids;
    },
    onError: (error, keep) => {
      set(!keep);
      const { title, text } = messageFor(error);
      showToast({ title, text, tone: "bad" });
    },
    onSuccess: (_answer, _keep, previous) =>
      client.invalidateQueries({ queryKey: previous ? [...favouritesKey, "list"] : favouritesKey }),
  });
  return {
    kept: isSaved,
    isGuest,
    userId: user?.id,
    count: change.data?.favourites,
    toggle: () => change.mutate(!isSaved),
  };
}
