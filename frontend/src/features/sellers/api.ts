import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/calls/call-api";
import { uploadImage } from "@/lib/calls/upload";
import { sellerKey } from "@/shared/sellers/seller-key";
import type { ProfileChange } from "@/shared/session/account-types";
import { currentUserQuery, type User } from "@/shared/session/session";

export type { Seller } from "@/shared/session/account-types";

export function sellerQuery(sellerId: number) {
  return queryOptions({
    queryKey: sellerKey(sellerId),
    queryFn: () => callApi("GET", "/api/sellers/{user_id}", { path: { user_id: sellerId } }),
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
    mutationFn: (body: ProfileChange) => callApi("PATCH", "/api/user/{user_id}", { path: { user_id: userId }, body }),
    onSuccess: changed,
  });
}

export type Picture = "avatar" | "cover";

export function useUploadPicture(kind: Picture, onProgress: (percent: number) => void) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (file: File) => uploadImage(`/api/user/${kind}`, { file, onProgress }),
    onSuccess: changed,
  });
}
