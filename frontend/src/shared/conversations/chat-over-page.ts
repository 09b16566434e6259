import { createContext } from "react";
import type { Conversation } from "@/shared/conversations/contact";

export const ChatOverPage = createContext<((chosen: Conversation) => void) | null>(null);
