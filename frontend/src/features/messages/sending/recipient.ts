import type { Message } from "../api";
import type { Recipient } from "./device";

export const lastOffer = (messages: Message[]) => messages.findLast(({ actionType }) => actionType === "INITIATE");

export function recipientOf(messages: Message[], ownerId: number): Recipient {
  const offer = lastOffer(messages);
  const first = messages.find(({ seq }) => seq === 1);
  const isSeller = offer ? offer.senderId === ownerId : first !== undefined && first.senderId !== ownerId;
  return isSeller ? "buyer" : "seller";
}
