import { type ComponentType, use } from "react";
import { useLocation } from "react-router-dom";
import { speakOfAll } from "@/lib/i18n/language";

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

function AskedAgain({ fetched, tries }: { fetched: Fetch; tries: Map<string, ReturnType<Fetch>> }) {
  const { key } = useLocation();
  const found = tries.get(key) ?? fetched();
  tries.set(key, found);
  const Screen = use(found);
  return <Screen />;
}
