import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isConnected } from "./connection-state";
import type { ServerFrameName, ServerFrames } from "./frames";
import { liveConnection } from "./socket";

export function useIsConnected(): boolean {
  return isConnected(useConnectionState());
}

export function useIsSignedIn(): boolean {
  return useConnectionState() === "authenticated";
}

export function useEachSignIn(handle: () => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => liveConnection().onSignIn(() => latest.current()), []);
}

function useConnectionState() {
  const connection = liveConnection();
  return useSyncExternalStore(connection.onState, connection.getState);
}

const GRACE_MS = 1500;

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
  useEffect(() => liveConnection().on(name, (frame) => latest.current(frame)), [name]);
}
