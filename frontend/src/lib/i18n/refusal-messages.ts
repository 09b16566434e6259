import { i18n } from "@lingui/core";
import { asRefusal, type Refusal } from "@/lib/calls/refusal";
import { formatDateTime } from "@/lib/time/time";
import { translateSentence } from "./server-sentences";

export interface Message {
  title: string;
  text: string;
}

const MESSAGES: Record<string, (refusal: Refusal) => Message> = {
  not_signed_in: () => ({
    title: i18n.t("Authentication Required"),
    text: i18n.t("Your session is over. Please sign in again."),
  }),
  network: () => ({
    title: i18n.t("No connection"),
    text: i18n.t("We could not reach Wangi. Check your connection and try again."),
  }),
  rate_limited: (refusal) => ({ title: i18n.t("Too many tries"), text: waitFirst(refusal) }),
  unavailable: (refusal) => ({
    title: i18n.t("Not available right now"),
    text: refusal.retryAfter
      ? i18n.t("This part of Wangi is busy. {wait}", { wait: waitFirst(refusal) })
      : i18n.t("This part of Wangi is being restarted. Please try again in a moment."),
  }),
  banned: () => ({ title: i18n.t("Not allowed"), text: i18n.t("Your account has been banned.") }),
  suspended: (refusal) => ({ title: i18n.t("Not allowed"), text: suspendedWords(refusal) }),
};

const SENTENCES: Record<string, () => string> = {
  forbidden: () => i18n.t("You are not allowed to do this."),
  not_found: () => i18n.t("Not found."),
  invalid_input: () => i18n.t("Some fields are not valid."),
};

export function addMessages(messages: typeof MESSAGES, sentences: typeof SENTENCES): void {
  Object.assign(MESSAGES, messages);
  Object.assign(SENTENCES, sentences);
}

export function messageFor(error: unknown, title = i18n.t("Error")): Message {
  const refusal = asRefusal(error);
  const message = MESSAGES[refusal.code];
  return message
    ? message(refusal)
    : { title, text: SENTENCES[refusal.code]?.() ?? translateSentence(refusal.message) };
}

function suspendedWords({ details: { until } }: Refusal): string {
  if (typeof until !== "string") return i18n.t("Your account is suspended.");
  return i18n.t("Your account is suspended until {until}.", { until: formatDateTime(until) });
}

export function waitFirst({ retryAfter }: Refusal): string {
  if (!retryAfter) return i18n.t("Please wait a moment, then try again.");
  if (retryAfter < 90) {
    return i18n.t("Please wait {seconds, plural, one {# second} other {# seconds}}, then try again.", {
      seconds: Math.ceil(retryAfter),
    });
  }
  return i18n.t("Please wait {minutes, plural, one {# minute} other {# minutes}}, then try again.", {
    minutes: Math.ceil(retryAfter / 60),
  });
}
