/** What to call a person: somebody who is gone for good has no name any more. */
import { i18n } from "@lingui/core";

export function nameOf(name: string): string {
  return name || i18n.t("Deleted user");
}
