import { i18n } from "@lingui/core";
import { shortenText } from "@/lib/i18n/shorten";
import { contentOf, titleOf } from "@/shared/conversations/message-sentences";
import type { Message } from "../api";

const LONGEST = 60;

export function previewOf(message: Message, viewerId: number): string {
  const words = message.isDeleted
    ? i18n.t("Message deleted")
    : message.messageType === "FILE"
      ? i18n.t("[File Attachment]")
      : message.card
        ? titleOf(message.card)
        : contentOf(message);
  const line = shortenText(words, LONGEST);
  return message.senderId === viewerId && message.messageType === "TEXT" ? i18n.t("You: {line}", { line }) : line;
}
