/** Sentences for single fields, which come without a code; one that is not here stays as it was said. */
import { i18n } from "@lingui/core";

export function translated(sentence: string): string {
  return sentence in i18n.messages ? i18n._(sentence) : sentence;
}

/** Those that no form of ours says by itself, written down so that both catalogues have them. */
export const known = () => [
  i18n.t("Password must be 128 characters or less"),
  i18n.t("Password must not contain your username or e-mail address."),
  i18n.t("This password is too common. Choose another one."),
  i18n.t("You must accept the seller terms"),
];
