import type { QueryClient, QueryKey } from "@tanstack/react-query";

export const TABS = "wangi-look-again";
let channel: BroadcastChannel | undefined;

/** Sends no data: each tab fetches as its own user. */
export function refreshOtherTabs(at: QueryKey): void {
  channel?.postMessage(at);
}

export function followOtherTabs(client: QueryClient): () => void {
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
