/** React's view of the live connection: its state, and frames while a component is shown. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ServerFrameName, ServerFrames } from "./frames";
import { type ConnectionState, live } from "./socket";

export function useConnectionState(): ConnectionState {
  const connection = live();
  return useSyncExternalStore(connection.onState, connection.getState);
}

const GRACE_MS = 1500;

/** True once there has been no connection for a moment: the first opening of a page is no loss. */
export function useLostConnection(): boolean {
  const state = useConnectionState();
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (state === "connected") return;
    const timer = setTimeout(() => setLate(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return state === "disconnected" || (state !== "connected" && late);
}

export function useFrame<N extends ServerFrameName>(name: N, handle: (frame: ServerFrames[N]) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => live().on(name, (frame) => latest.current(frame)), [name]);
}
