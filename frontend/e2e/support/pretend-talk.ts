import type { Conversation, Message } from "../../src/features/messages/api";
import { aDocument, aMessage, anOrder, boughtListing, FARID, farid, SELF } from "../../src/test/talk-makers";
import { aUser, inSeconds, Refused, type Shop } from "./pretend-shop";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitaenskajuetentuerschluessel".repeat(3);
const bottle = {
  id: 1,
  name: "Chypre d’Octobre de la Vieille Parfumerie",
  imageUrl: null,
  price: 640,
  status: "active",
  listingType: "negotiable" as const,
};
const noOrder = { transactionId: 6, amount: 640, auctionId: null, payBy: null } as const;

function conversation(messages: Message[], change: Partial<Conversation> = {}): Conversation {
  const state = { unreadCount: 0, epoch: 1, isPinned: false, isMuted: false, isArchived: false, isBlocked: false };
  const lastMessage = messages.at(-1) ?? null;
  return {
    id: 3,
    user: farid,
    product: bottle,
    lastMessage,
    seq: messages.length,
    isStranger: false,
    ...state,
    ...change,
  };
}

export function talk(messages: Message[], change: Partial<Conversation> = {}): Shop["answers"] {
  const thread = conversation(messages, change);
  return {
    "GET /api/conversations": [thread],
    [`GET /api/conversations/${FARID}`]: thread,
    [`GET /api/messages/conversation/${FARID}`]: messages.slice(-50),
    "POST /api/messages/read": { count: 0, readerId: SELF, senderId: FARID, messageIds: [], upToId: null },
  };
}

const offer = {
  id: 4,
  productId: 1,
  amount: 560,
  askingPrice: 640,
  by: "seller",
  isOwn: false,
  state: "open",
  expiresAt: inSeconds(80_000),
  transactionId: null,
} as const;

const bargained = [
  aMessage(1, "Is it still available?", { senderId: SELF, isRead: true, product: bottle }),
  aMessage(2, "Transfer to Maybank 1234 5678 9012 first.", { warnings: ["bank_account"] }),
  aMessage(3, "I offer RM 560.00.", { offer, product: bottle }),
  aMessage(4, "", {
    messageType: "ACTION",
    actionType: "INITIATE",
    actorId: SELF,
    product: bottle,
    card: { ...noOrder, title: "Purchase This Item", text: "Confirm Purchase", state: "open", progress: 0 },
  }),
];
const many = Array.from({ length: 500 }, (_, place) =>
  aMessage(place + 1, place % 9 ? `Message ${place + 1}` : LONG, { senderId: place % 2 ? SELF : FARID }),
);

const user = aUser();
export const wholeOrder = anOrder({
  documents: [aDocument, { ...aDocument, name: `${LONG}.pdf`, url: "/api/message-files/t2" }],
});
const orderAnswers = {
  "GET /api/orders/12": wholeOrder,
  "GET /api/orders/12/listing": boughtListing({ description: `${LONG} ${LONG}` }),
};
const speaker = aUser({ language: "ms" });
const longName = { ...farid, username: LONG.slice(0, 60) };

export const TALK_SCREENS: Record<string, [string, Shop]> = {
  "a thread with an offer, a warning and a card": [`/messages?with=${FARID}`, { user, answers: talk(bargained) }],
  "500 messages with long words": [`/messages?with=${FARID}`, { user, answers: talk(many, { user: longName }) }],
  "no conversation yet": ["/messages", { user, answers: { "GET /api/conversations": [] } }],
  "conversations that failed": ["/messages", { user }],
  "orders of a buyer": ["/profile?tab=orders", { user, answers: { "GET /api/orders": [anOrder()] } }],
  "an order": ["/orders/12", { user, answers: orderAnswers }],
  "an order in Malay": ["/orders/12", { user: speaker, answers: orderAnswers }],
  "no such order": ["/orders/13", { user }],
  "an order that failed": ["/orders/12", { user, answers: { "GET /api/orders/12": new Refused(503, "unavailable") } }],
};
