/** The language of the page: English or Malay, remembered, loaded only when chosen. */
import { i18n } from "@lingui/core";

export type Language = "en" | "ms";
const KEY = "wangi_language";
const TAGS: Record<Language, string> = { en: "en-MY", ms: "ms-MY" };

export function startLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "ms") return kept;
  return navigator.language.toLowerCase().startsWith("ms") ? "ms" : "en";
}

export async function speak(language: Language): Promise<void> {
  const { messages } = language === "ms" ? await import("../locales/ms.po") : await import("../locales/en.po");
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = TAGS[language];
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await speak(language);
}
