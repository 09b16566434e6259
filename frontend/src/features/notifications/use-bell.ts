import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ServerFrames } from "@/lib/live/frames";
import type { HeardMessage } from "@/shared/conversations/message-sentences";
import { paths } from "@/shared/navigation/paths";
import { showToast } from "@/ui/toast-store";
import { unreadMessagesQuery } from "./api";

const CALM_MS = 3000;

export function useRing(): void {
  const client = useQueryClient();
  useEffect(() => {
    let gone = false;
    let leave: (() => unknown)[] = [];
    const invalidate = (queryKey: readonly string[]) => () => void client.invalidateQueries({ queryKey });
    const lookAgain = invalidate(["notices"]);
    const countAgain = invalidate(unreadMessagesQuery.queryKey);
    const tell = async ({ message }: ServerFrames["new_message"]) => {
      countAgain();
      if (location.pathname === paths.messages) return;
      const { toastOf } = await import("@/shared/conversations/message-sentences");
      showToast(toastOf(message as unknown as HeardMessage));
    };
    const timer = setTimeout(async () => {
      await inSight();
      const { live } = await import("@/lib/live/socket");
      if (gone) return;
      const connection = live();
      leave = [
        connection.on("notice", lookAgain),
        connection.on("new_message", tell),
        connection.on("messages_read", countAgain),
        connection.on("messages_resync", countAgain),
        // Nothing that was sent before sign-in is sent again.
        connection.onState(() => {
          if (connection.getState() !== "authenticated") return;
          lookAgain();
          countAgain();
        }),
      ];
      connection.open();
    }, CALM_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      for (const stop of leave) stop();
    };
  }, [client]);
}

function inSight(): Promise<void> {
  return new Promise((seen) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      seen();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}
