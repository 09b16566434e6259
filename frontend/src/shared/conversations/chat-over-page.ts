/** Opens a conversation over the page; null where a page has no dialog for it, and the messages are opened instead. */
import { createContext } from "react";
import type { Conversation } from "@/shared/conversations/contact";

export const ChatOverPage = createContext<((chosen: Conversation) => void) | null>(null);
