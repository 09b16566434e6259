import { i18n } from "@lingui/core";
import { asRefusal, Refusal } from "@/lib/calls/refusal";
import { type Message, messageFor } from "@/lib/i18n/refusal-messages";
import { liveConnection } from "@/lib/live/socket";

export const sendTrouble = (error: unknown): Message =>
  ["unexpected", "internal_error"].includes(asRefusal(error).code)
    ? { title: i18n.t("Send Error"), text: i18n.t("Failed to send your message. Please try again.") }
    : troubleOf(error, i18n.t("You must be logged in to send messages."), i18n.t("Messaging Error"));

export const viewTrouble = (error: unknown, title: string): Message =>
  troubleOf(error, i18n.t("You must be logged in to view conversations."), title);

export function tooManyWait(): Message {
  const why = liveConnection().whyNot();
  const full = { title: i18n.t("Message Not Sent"), text: i18n.t("Too many messages wait for a connection.") };
  return why ? sendTrouble(new Refusal(0, why, "")) : full;
}

export const gaveUp = (): Message => ({
  title: i18n.t("Connection Error"),
  text: i18n.t("Failed to connect to messaging server after multiple attempts. Please try again later."),
});

function troubleOf(error: unknown, signInFirst: string, title: string): Message {
  const words: Record<string, Message> = {
    not_signed_in: { title: i18n.t("Authentication Error"), text: signInFirst },
    not_initialized: {
      title: i18n.t("Connection Error"),
      text: i18n.t("WebSocket connection not initialized. Please try again later."),
    },
    not_connected: {
      title: i18n.t("Connection Error"),
      text: i18n.t("Not connected to messaging server. Please try again."),
    },
  };
  return words[asRefusal(error).code] ?? messageFor(error, title);
}
