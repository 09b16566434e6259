import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/calls/api-client";
import { uploadImage } from "@/lib/calls/upload";
import type { ProfileChange } from "@/shared/session/account-types";
import { currentUserQuery, type User } from "@/shared/session/session";

export type { Seller } from "@/shared/session/account-types";

export function sellerQuery(sellerId: number) {
  return queryOptions({
    queryKey: ["seller", sellerId],
    queryFn: () => unwrap(api.GET("/api/sellers/{user_id}", { params: { path: { user_id: sellerId } } })),
  });
}

function useChanged() {
  const client = useQueryClient();
  return (user: User) => {
    client.setQueryData(currentUserQuery.queryKey, user);
    return client.invalidateQueries({ queryKey: sellerQuery(user.id).queryKey });
  };
}

export function useChangeShop(userId: number) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: ProfileChange) =>
      unwrap(api.PATCH("/api/user/{user_id}", { params: { path: { user_id: userId } }, body })),
    onSuccess: changed,
  });
}

export type Picture = "avatar" | "cover";

export function useUploadPicture(kind: Picture, onProgress: (percent: number) => void) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (file: File) => uploadImage<User>(`/api/user/${kind}`, file, onProgress),
    onSuccess: changed,
  });
}
