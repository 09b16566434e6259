import { i18n, type Messages } from "@lingui/core";

export type Language = "en" | "ms";
const KEY = "wangi_language";
const TAGS: Record<Language, string> = { en: "en-MY", ms: "ms-MY" };

const FIRST = {
  en: () => import("@/locales/en.po?first?lingui"),
  ms: () => import("@/locales/ms.po?first?lingui"),
};
const REST = {
  en: () => import("@/locales/en.po?rest?lingui"),
  ms: () => import("@/locales/ms.po?rest?lingui"),
};
let wantsAll = false;
let spoken: Language = "en";

export function chosenLanguage(): Language | null {
  const stored = localStorage.getItem(KEY);
  return stored === "en" || stored === "ms" ? stored : null;
}

export function startLanguage(): Language {
  return chosenLanguage() ?? (navigator.language.toLowerCase().startsWith("ms") ? "ms" : "en");
}

/** An overtaken load changes nothing, and its callers wait for the newest. */
let newest: Promise<void> = Promise.resolve();

export function setLanguage(language: Language): Promise<void> {
  spoken = language;
  newest = loadMessages(language, wantsAll);
  return newest;
}

async function loadMessages(language: Language, all: boolean): Promise<void> {
  const parts = await Promise.all([FIRST[language](), all ? REST[language]() : { messages: {} }]);
  if (spoken !== language || wantsAll !== all) return newest;
  const messages = Object.assign({}, ...parts.map((part) => part.messages)) as Messages;
  i18n.loadAndActivate({ locale: language, messages: language === "en" ? withKeys(messages) : messages });
  document.documentElement.lang = TAGS[language];
}

export async function loadAllMessages(): Promise<void> {
  if (!wantsAll) {
    wantsAll = true;
    void setLanguage(spoken).catch(() => {
      wantsAll = false; // the next screen tries again
    });
  }
  return newest;
}

function withKeys(messages: Messages): Messages {
  return new Proxy(messages, { get: (messages, sentence: string) => messages[sentence] ?? [sentence] });
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await setLanguage(language);
}
