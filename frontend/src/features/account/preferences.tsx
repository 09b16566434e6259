import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import type { Language } from "@/lib/i18n/language";
import { type Theme, useTheme } from "@/lib/page/theme";
import { usePreferences } from "@/shared/session/preferences";
import { Segments } from "@/ui/segments";
import { Section } from "./section";

export function Preferences() {
  const { i18n } = useLingui();
  const theme = useTheme();
  const { setLanguage, setTheme } = usePreferences();
  const languages: { value: Language; label: string }[] = [
    { value: "en", label: "English" },
    { value: "ms", label: "Bahasa Melayu" },
  ];
  const themes: { value: Theme; label: string }[] = [
    { value: "system", label: i18n.t("As the device") },
    { value: "light", label: i18n.t("Light") },
    { value: "dark", label: i18n.t("Dark") },
  ];
  return (
    <Section title={i18n.t("Preferences")} text={i18n.t("Saved with your account, on every device you sign in on.")}>
      <div className="grid max-w-110 gap-4">
        <Labelled label={i18n.t("Language")}>
          <Segments
            label={i18n.t("Language")}
            value={i18n.locale as Language}
            choices={languages}
            onChange={setLanguage}
          />
        </Labelled>
        <Labelled label={i18n.t("Appearance")}>
          <Segments label={i18n.t("Appearance")} value={theme} choices={themes} onChange={setTheme} />
        </Labelled>
      </div>
    </Section>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-small font-semibold">
        {label}
      </span>
      {children}
    </div>
  );
}
