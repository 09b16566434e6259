import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { failureMessage } from "@/lib/calls/commands";
import { messageFor } from "@/lib/i18n/refusal-messages";
import {
  type NotificationPreferences,
  notificationPreferencesQuery,
  useNotificationPreference,
} from "@/shared/notifications/notification-preferences";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import { buyingKinds, sellingKinds } from "./kinds";
import { Switches } from "./switches";

interface Props {
  user: User;
  selling?: boolean;
}

export function NotificationChoices({ user, selling = false }: Props) {
  const { i18n } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(notificationPreferencesQuery(user.id));
  if (data) return <Kept user={user} wishes={data} selling={selling} />;
  if (error) {
    return (
      <Notice tone="bad" role="alert" title={i18n.t("Your notifications did not load.")}>
        <p className="mb-2.5">{messageFor(error).text}</p>
        <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
          {i18n.t("Retry")}
        </Button>
      </Notice>
    );
  }
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  );
}

interface Known {
  user: User;
  wishes: NotificationPreferences;
  selling: boolean;
}

function Kept({ user, wishes, selling }: Known) {
  const { i18n } = useLingui();
  const { mutate } = useNotificationPreference(user.id);
  const onError = useNotSaved();
  const all = user.isSeller ? [...buyingKinds(i18n), sellingKinds(i18n)] : buyingKinds(i18n);
  const groups = selling ? [sellingKinds(i18n)] : all;
  return <Switches groups={groups} wishes={wishes} onChoose={(kind, wish) => mutate({ kind, wish }, { onError })} />;
}

function useNotSaved() {
  const { i18n } = useLingui();
  return (error: Error) => void showToast({ ...failureMessage(i18n.t("Error saving settings"), error), tone: "bad" });
}
