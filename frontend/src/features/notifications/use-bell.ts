import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ServerFrames } from "@/lib/live/frames";
import type { IncomingMessage } from "@/shared/conversations/message-sentences";
import { paths } from "@/shared/navigation/paths";
import { showToast } from "@/ui/toast-store";
import { notificationsKey, unreadMessagesQuery } from "./api";

const CALM_MS = 3000;

export function useBell(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isUnmounted = false;
    let unsubscribers: (() => unknown)[] = [];
    // The first answer may be older than the frame, and an invalidation alone would wait for it.
    const invalidate = (queryKey: readonly string[]) => () =>
      void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
    const refetchNotifications = invalidate(notificationsKey);
    const refetchUnreadMessages = invalidate(unreadMessagesQuery.queryKey);
    const showMessage = async ({ message }: ServerFrames["new_message"]) => {
      refetchUnreadMessages();
      if (location.pathname === paths.messages) return;
      const { toastOf } = await import("@/shared/conversations/message-sentences");
      showToast(toastOf(message as unknown as IncomingMessage));
    };
    const timer = setTimeout(async () => {
      await waitUntilVisible();
      const { liveConnection } = await import("@/lib/live/socket");
      if (isUnmounted) return;
      const connection = liveConnection();
      unsubscribers = [
        connection.on("notice", refetchNotifications),
        connection.on("new_message", showMessage),
        connection.on("messages_read", refetchUnreadMessages),
        connection.on("messages_resync", refetchUnreadMessages),
        connection.onSignIn(() => {
          refetchNotifications();
          refetchUnreadMessages();
        }),
      ];
      connection.open();
    }, CALM_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      for (const stop of unsubscribers) stop();
    };
  }, [client]);
}

function waitUntilVisible(): Promise<void> {
  return new Promise((seen) => {
    const resolveWhenVisible = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", resolveWhenVisible);
      seen();
    };
    document.addEventListener("visibilitychange", resolveWhenVisible);
    resolveWhenVisible();
  });
}
