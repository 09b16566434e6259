/** Whom the messages screen should open with: kept for this tab until it is read there. */

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
