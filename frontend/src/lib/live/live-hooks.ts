/** React's view of the live connection: its state, and frames while a component is shown. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isConnected } from "./connection-state";
import type { ServerFrameName, ServerFrames } from "./frames";
import { live } from "./socket";

export function useIsConnected(): boolean {
  return isConnected(useConnectionState());
}

export function useIsSignedIn(): boolean {
  return useConnectionState() === "authenticated";
}

/** Called each time the connection has signed in: what was sent to this person before that is not sent again. */
export function useEachSignIn(handle: () => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const connection = live();
    return connection.onState(() => connection.getState() === "authenticated" && latest.current());
  }, []);
}

function useConnectionState() {
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
    if (isConnected(state)) return;
    const timer = setTimeout(() => setLate(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return state === "closed" || (!isConnected(state) && late);
}

export function useFrame<N extends ServerFrameName>(name: N, handle: (frame: ServerFrames[N]) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => live().on(name, (frame) => latest.current(frame)), [name]);
}
