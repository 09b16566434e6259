/** For changes without a frame of the server, a tab asks the others of its browser to fetch again; it sends no data. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

export const TABS = "wangi-look-again";
let channel: BroadcastChannel | undefined;

/** Only where to look travels: each tab asks the server itself, as its signed-in user. */
export function letOtherTabsLook(at: QueryKey): void {
  channel?.postMessage(at);
}

/** What another tab names is fetched again where it is shown, and when it is next shown. */
export function heedOtherTabs(client: QueryClient): () => void {
  if (!("BroadcastChannel" in window)) return () => undefined;
  const own = new BroadcastChannel(TABS);
  own.addEventListener("message", ({ data: queryKey }) => {
    if (Array.isArray(queryKey)) void client.invalidateQueries({ queryKey });
  });
  channel = own;
  return () => {
    own.close();
    if (channel === own) channel = undefined;
  };
}
