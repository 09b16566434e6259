/** Listens for the bell on the page's one live connection, and opens it for a signed-in user once the page is calm. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** The page's own business comes first; until then, and while there is no connection, the count is asked for. */
const CALM_MS = 3000;

export function useRing(): void {
  const client = useQueryClient();
  useEffect(() => {
    let gone = false;
    let leave: (() => unknown)[] = [];
    const lookAgain = () => void client.invalidateQueries({ queryKey: ["notices"] });
    const timer = setTimeout(async () => {
      await inSight();
      const { live } = await import("@/lib/live/socket");
      if (gone) return;
      const connection = live();
      leave = [
        connection.on("notice", lookAgain),
        // Notices sent while there was no connection are not sent again.
        connection.onState(() => connection.getState() === "connected" && lookAgain()),
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
