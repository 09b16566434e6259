/** React's view of the live connection: its state, and frames while a component is shown. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ServerFrameName, ServerFrames } from "./frames";
import { type ConnectionState, live } from "./socket";

export function useConnectionState(): ConnectionState {
  const connection = live();
  return useSyncExternalStore(connection.onState, connection.getState);
}

export function useFrame<N extends ServerFrameName>(name: N, handle: (frame: ServerFrames[N]) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => live().on(name, (frame) => latest.current(frame)), [name]);
}
