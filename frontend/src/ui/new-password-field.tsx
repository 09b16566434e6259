import { useLingui } from "@lingui/react";
import type { ComponentProps } from "react";
import { PASSWORD_NEW } from "@/lib/forms/rules";
import { PasswordField } from "./password-field";

const LONG = 14;

export function NewPasswordField({ typed, ...rest }: { typed: string } & ComponentProps<typeof PasswordField>) {
  return <PasswordField autoComplete="new-password" hint={useLengthWords(typed)} {...rest} />;
}

function useLengthWords(typed: string): string {
  const { i18n } = useLingui();
  const left = PASSWORD_NEW - typed.length;
  if (typed.length === 0) return i18n.t("At least 8 characters.");
  if (left > 0) return i18n.t("{left, plural, one {# more character} other {# more characters}}", { left });
  if (new Set(typed).size < 4) return i18n.t("Too easy to guess.");
  return typed.length < LONG ? i18n.t("Long enough.") : i18n.t("Good and long.");
}
