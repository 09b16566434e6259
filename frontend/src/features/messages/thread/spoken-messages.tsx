import { useEffect, useRef, useState } from "react";
import { contentOf } from "@/shared/conversations/message-sentences";
import { nameOf } from "@/shared/users/names";
import type { Message } from "../api";
import { previewOf } from "../conversations/preview";

export function SpokenMessages({ messages, ownerId }: { messages: Message[]; ownerId: number }) {
  const [announced, setAnnounced] = useState("");
  const last = messages.at(-1)?.seq ?? 0;
  const lastSeen = useRef(last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a later number is a new message
  useEffect(() => {
    const before = lastSeen.current;
    lastSeen.current = last;
    if (last <= before) return;
    const come = messages.filter(({ seq, senderId }) => seq > before && senderId !== ownerId);
    if (come.length === 0) return;
    setAnnounced(come.map(spokenWords).join(" "));
  }, [last]);
  return (
    <p role="status" className="sr-only" data-testid="spoken-messages">
      {announced}
    </p>
  );
}

function spokenWords(message: Message): string {
  const { sender, messageType, isDeleted } = message;
  const isText = messageType === "TEXT" && !isDeleted;
  return `${nameOf(sender.username, sender.isDeleted)}: ${isText ? contentOf(message) : previewOf(message, 0)}`;
}
