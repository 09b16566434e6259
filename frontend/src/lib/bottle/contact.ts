/** Whom the messages screen should open with: kept for this tab. */

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

/** Whom a person chose to write to; another conversation, or the list, lets it go. */
export function chosenConversation(): Conversation | null {
  try {
    const chosen = JSON.parse(sessionStorage.getItem("selectedConversation") ?? "null");
    return Number.isSafeInteger(chosen?.userId) && chosen.userId > 0 ? chosen : null;
  } catch {
    return null; // written by something else
  }
}

export function forgetChosenConversation(): void {
  sessionStorage.removeItem("selectedConversation");
}
