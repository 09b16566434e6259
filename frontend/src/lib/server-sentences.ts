/** Sentences the server says, in the reader's language; a sentence that is not here stays as it was said. */
import { i18n } from "@lingui/core";

export function translated(sentence: string): string {
  return sentence in i18n.messages ? i18n._(sentence) : sentence;
}

/** Written down here so that both catalogues have them. */
export const known = () => [
  i18n.t("Current password is incorrect."),
  i18n.t("This link is not valid any more. Ask for a new one."),
  i18n.t("Please sign in to continue."),
  i18n.t("You are not allowed to do this."),
  i18n.t("Your account is suspended."),
  i18n.t("Not found."),
  i18n.t("The request is too large."),
  i18n.t("Some fields are not valid."),
  i18n.t("Password must be 128 characters or less"),
  i18n.t("Password must not contain your username or e-mail address."),
  i18n.t("This password is too common. Choose another one."),
  i18n.t("You must accept the seller terms"),
  i18n.t("Two-factor sign-in is on already."),
  i18n.t("Two-factor sign-in is not set up."),
  i18n.t("This passkey could not be used. Try again, or sign in another way."),
  i18n.t("The passkey could not be added. Please try again."),
  i18n.t("This passkey was added already."),
  i18n.t("You have 20 passkeys already. Remove one first."),
];
