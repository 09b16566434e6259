import { useRef } from "react";
import type { Conversation } from "@/shared/conversations/contact";
import { Modal } from "@/ui/modal";
import { conversationName } from "../conversations/conversation-name";
import { OutboxSender } from "../sending/outbox-sender";
import { Thread } from "./thread";
import { useLiveThread } from "./use-live-thread";

interface Props {
  ownerId: number;
  chosen: Conversation;
  onClose: () => void;
}

const BOX =
  "w-[min(640px,calc(100%-32px))] max-h-[calc(100dvh-32px)] rounded-2 border shadow-lift open:flex open:flex-col max-md:m-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-none max-md:border-0";

export function ChatDialog({ ownerId, chosen, onClose }: Props) {
  useLiveThread(ownerId, chosen.userId);
  // Escape may be pressed again while the page below is navigating.
  const closed = useRef(false);
  const close = () => {
    if (!closed.current) onClose();
    closed.current = true;
  };
  return (
    <Modal open onClose={close} onShown={focusField} aria-label={conversationName(chosen.username)} className={BOX}>
      <OutboxSender ownerId={ownerId} />
      <Thread ownerId={ownerId} userId={chosen.userId} chosen={chosen} inDialog onLeave={close} />
    </Modal>
  );
}

/** Not on touch screens, where the keyboard would cover the messages. */
function focusField(box: HTMLElement): void {
  if (window.matchMedia("(pointer: fine)").matches) box.querySelector("textarea")?.focus();
}
