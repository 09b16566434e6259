export interface Conversation {
  userId: number;
  username: string;
  profileImage: string | null;
  productId?: number;
  productName?: string;
  templateMessage?: string;
}

export function chooseConversation(conversation: Conversation): void {
  sessionStorage.setItem("selectedConversation", JSON.stringify(conversation));
}

export function chosenConversation(): Conversation | null {
  try {
    return conversationOf(JSON.parse(sessionStorage.getItem("selectedConversation") ?? "null"));
  } catch {
    return null; // written by another version
  }
}

export function conversationOf(stored: Partial<Conversation> | null | undefined): Conversation | null {
  const { userId = 0 } = stored ?? {};
  return Number.isSafeInteger(userId) && userId > 0 ? (stored as Conversation) : null;
}

export function forgetChosenConversation(): void {
  sessionStorage.removeItem("selectedConversation");
}
