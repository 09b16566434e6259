import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "@/lib/calls/call-api";
import { chooseLanguage, chosenLanguage, type Language } from "@/lib/i18n/language";
import { chooseTheme, readTheme, type Theme } from "@/lib/page/theme";
import type { ProfileChange } from "@/shared/session/account-types";
import { currentUserQuery, useCurrentUser } from "@/shared/session/session";

export function usePreferences() {
  const client = useQueryClient();
  const { user } = useCurrentUser();
  const keep = async (body: ProfileChange) => {
    if (!user) return;
    const call = callApi("PATCH", "/api/user/{user_id}", { path: { user_id: user.id }, body });
    const changed = await call.catch(() => null);
    if (changed) client.setQueryData(currentUserQuery.queryKey, changed);
  };
  return {
    keep,
    setLanguage: (language: Language) => {
      void chooseLanguage(language);
      void keep({ language });
    },
    setTheme: (theme: Theme) => {
      chooseTheme(theme);
      void keep({ theme });
    },
  };
}

export function useAccountPreferences(shown: string): void {
  const { user } = useCurrentUser();
  const { keep } = usePreferences();
  const { id, language, languageChosen, theme } = user ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person, not each time the page's own language changes
  useEffect(() => {
    const chosen = chosenLanguage();
    if (languageChosen && language && language !== shown) void chooseLanguage(language);
    if (languageChosen === false && chosen) void keep({ language: chosen });
    if (theme && theme !== "system" && theme !== readTheme()) chooseTheme(theme);
  }, [id]);
}
