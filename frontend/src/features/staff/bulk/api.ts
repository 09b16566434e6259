import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";

export type Line = Schemas["AdminBatchLineOut"];
export type BulkPath =
  | "/api/admin/users/bulk"
  | "/api/admin/products/bulk"
  | "/api/admin/orders/bulk"
  | "/api/admin/cases/bulk"
  | "/api/admin/cases/payments/bulk";
export interface BulkAct {
  act: string;
  label: string;
  text: string;
  form?: Record<string, unknown>;
  asks: ("days" | "reason" | "code" | "words")[];
  mostWords?: number;
  isBare?: boolean;
  isHarmless?: boolean;
}

export type BulkForm = Record<string, unknown> & { ids: number[] };

export const usePreview = (path: BulkPath) =>
  useMutation({
    mutationFn: (body: BulkForm) => callApi("POST", `${path}/preview`, { body }),
  });

export function useBulk(path: BulkPath) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ form, key }: { form: BulkForm; key: string }) =>
      callApi("POST", path, { body: form, headers: { "Idempotency-Key": key } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
