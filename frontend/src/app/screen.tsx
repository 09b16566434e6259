/** A screen whose code is fetched when its way is first taken, together with the words it needs. */
import { type ComponentType, use } from "react";
import { useLocation } from "react-router-dom";
import { speakOfAll } from "@/lib/words/words";

type Fetch = () => Promise<ComponentType>;

export function screen(fetched: Fetch) {
  const both: Fetch = async () => (await Promise.all([fetched(), speakOfAll()]))[0];
  return async () => {
    try {
      return { Component: await both() };
    } catch {
      return { element: <AskedAgain fetched={both} tries={new Map()} /> };
    }
  };
}

/** The router keeps what a screen's code came to, a failure too; this asks anew each time the way is taken. */
function AskedAgain({ fetched, tries }: { fetched: Fetch; tries: Map<string, ReturnType<Fetch>> }) {
  const { key } = useLocation();
  const found = tries.get(key) ?? fetched();
  tries.set(key, found);
  const Screen = use(found);
  return <Screen />;
}
