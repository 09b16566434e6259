/** How a dispute may end, as staff reads it. */
import { i18n } from "@lingui/core";
import type { Decision } from "./api";

export const outcomeNames = (): Record<Decision["outcome"], string> => ({
  refund: i18n.t("The buyer gets everything back"),
  return: i18n.t("The bottle goes back, then the buyer gets everything back"),
  split: i18n.t("The money is divided"),
  release: i18n.t("The seller gets the money"),
});
