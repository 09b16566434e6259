import { i18n } from "@lingui/core";
import type { DealCode } from "./takeover-words";

export function dealWords(figure: number, total: number): Record<DealCode, () => string> {
  const part = String(figure);
  const whole = String(total);
  return {
    shared_signal: () =>
      i18n.t(
        "Both accounts have {things, plural, one {# browser, address or bank account} other {# browsers, addresses or bank accounts}} in common",
        { things: figure },
      ),
    bought_again: () =>
      i18n.t("Bought of this seller {times, plural, one {# time} other {# times}}", { times: figure }),
    praised: () => i18n.t("{part} of {whole} purchases got five stars or nearly", { part, whole }),
    bought_here: () => i18n.t("{part} of the buyer's {whole} purchases were from this seller", { part, whole }),
    quick: () => i18n.t("{part} of {whole} purchases arrived within six hours", { part, whole }),
    bought_back: () =>
      i18n.t("The seller bought from this buyer {times, plural, one {# time} other {# times}}", { times: figure }),
    won_and_cancelled: () => i18n.t("{part} of {whole} purchases were won and then called off", { part, whole }),
    sales_cancelled: () => i18n.t("The seller called off {part} of {whole} sales", { part, whole }),
    sales_disputed: () => i18n.t("{part} of {whole} sales were disputed", { part, whole }),
    sales_refunded: () => i18n.t("{part} of {whole} sales were paid back", { part, whole }),
  };
}
