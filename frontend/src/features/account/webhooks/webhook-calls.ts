import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { proofHeaders } from "@/shared/session/proofs";
import type { User } from "@/shared/session/session";
import type { Shown } from "../api";

export type Webhook = components["schemas"]["AuthWebhookOut"];
export type NewWebhook = components["schemas"]["AuthNewWebhookOut"];
export type Delivery = components["schemas"]["AuthWebhookDeliveryOut"];
export type WebhookEvent = Webhook["events"][number];

export interface WebhookChoice {
  name: string;
  url: string;
  events: WebhookEvent[];
}

const PAGE = 50;
const ownPath = (user: User) => ({ path: { user_id: user.id } });
const pathOf = (user: User, webhook: Webhook) => ({ user_id: user.id, webhook_id: webhook.id });
const ownWebhook = (user: User, webhook: Webhook) => ({ path: pathOf(user, webhook) });
const proofIn = ({ password, word }: Shown) => (word ? {} : { password });

export function webhooksQuery(user: User) {
  return queryOptions({
    queryKey: ["account", "webhooks"],
    queryFn: () => callApi("GET", "/api/user/{user_id}/webhooks", ownPath(user)),
    staleTime: 0,
  });
}

export function deliveriesQuery(user: User, webhook: Webhook) {
  return infiniteQueryOptions({
    queryKey: ["account", "webhooks", webhook.id, "deliveries"],
    queryFn: ({ pageParam: before }) =>
      callApi("GET", "/api/user/{user_id}/webhooks/{webhook_id}/deliveries", {
        path: pathOf(user, webhook),
        query: before ? { before } : {},
      }),
    initialPageParam: 0,
    getNextPageParam: (page: Delivery[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: 0,
    refetchInterval: 5_000,
  });
}

function useWebhookChange<T, R>(user: User, mutationFn: (body: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery(user).queryKey }),
  });
}

export const useCreateWebhook = (user: User) =>
  useWebhookChange(user, ({ choice, shown }: { choice: WebhookChoice; shown: Shown }) =>
    callApi("POST", "/api/user/{user_id}/webhooks", {
      ...ownPath(user),
      ...proofHeaders(shown.word),
      body: { ...choice, ...proofIn(shown) },
    }),
  );

export const useRotateWebhook = (user: User) =>
  useWebhookChange(user, ({ webhook, endNow, shown }: { webhook: Webhook; endNow: boolean; shown: Shown }) =>
    callApi("POST", "/api/user/{user_id}/webhooks/{webhook_id}/rotate", {
      ...ownWebhook(user, webhook),
      ...proofHeaders(shown.word),
      body: { endNow, ...proofIn(shown) },
    }),
  );

export const useDeleteWebhook = (user: User) =>
  useWebhookChange(user, (webhook: Webhook) =>
    callApi("DELETE", "/api/user/{user_id}/webhooks/{webhook_id}", ownWebhook(user, webhook)),
  );

export const useSwitchWebhook = (user: User) =>
  useWebhookChange(user, (webhook: Webhook) =>
    callApi(
      "POST",
      `/api/user/{user_id}/webhooks/{webhook_id}/${webhook.status === "active" ? "pause" : "resume"}`,
      ownWebhook(user, webhook),
    ),
  );

export const useTryWebhook = (user: User) =>
  useWebhookChange(user, (webhook: Webhook) =>
    callApi("POST", "/api/user/{user_id}/webhooks/{webhook_id}/test", ownWebhook(user, webhook)),
  );

export const useResend = (user: User, webhook: Webhook) =>
  useWebhookChange(user, ({ id }: Delivery) =>
    callApi("POST", "/api/user/{user_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend", {
      path: { ...pathOf(user, webhook), delivery_id: id },
    }),
  );
