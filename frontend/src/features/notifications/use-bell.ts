/** Listens for notices and messages on the page's one live connection, and opens it for a signed-in user once the page is calm. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ServerFrames } from "@/lib/live/frames";
import type { HeardMessage } from "@/shared/conversations/message-sentences";
import { paths } from "@/shared/navigation/paths";
import { showToast } from "@/ui/toast-store";
import { unreadMessagesQuery } from "./api";

/** The page's own business comes first; until then, and while there is no connection, the count is asked for. */
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
        // What was sent before it has signed in is not sent again.
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

/** Pages opened for later wait: one person's connections are counted, and the page they look at needs one. */
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
