import { i18n } from "@lingui/core";

export const conversationName = (name: string) =>
  name ? i18n.t("Conversation with {name}", { name }) : i18n.t("Conversation");
