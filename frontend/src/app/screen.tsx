import { type ComponentType, use } from "react";
import { useLocation } from "react-router-dom";
import { loadAllMessages } from "@/lib/i18n/language";

type Fetch = () => Promise<ComponentType>;

export function lazyScreen(fetched: Fetch) {
  const both: Fetch = async () => (await Promise.all([fetched(), loadAllMessages()]))[0];
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
  const attempt = tries.get(key) ?? fetched();
  tries.set(key, attempt);
  const Screen = use(attempt);
  return <Screen />;
}
