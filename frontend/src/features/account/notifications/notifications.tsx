import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { Section } from "../section";

export function Notifications({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <Section
      title={i18n.t("Notifications")}
      text={i18n.t(
        "What the bell tells you, and what we also send by email. At most one email a day about the same thing.",
      )}
    >
      {children}
    </Section>
  );
}
