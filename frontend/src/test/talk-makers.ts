import type { Message } from "@/features/messages/api";
import type { Schemas } from "@/lib/calls/api-client";
import type { OrderDetails } from "@/shared/orders/orders";

export const SELF = 7;
export const FARID = 9;
export const person = (id: number, username: string) => ({
  id,
  username,
  profileImage: null,
  isDeleted: false,
  isVerified: false,
});
const me = person(SELF, "nurul");
export const farid = person(FARID, "farid.h");

export function aMessage(seq: number, content: string, change: Partial<Message> = {}): Message {
  const own = change.senderId === SELF;
  return {
    id: 100 + seq,
    conversationId: 3,
    seq,
    changedSeq: seq,
    senderId: FARID,
    receiverId: own ? FARID : SELF,
    content,
    sentence: null,
    productId: null,
    messageType: "TEXT",
    fileUrl: null,
    file_url: null,
    file: null,
    actionType: null,
    actorId: null,
    isRead: false,
    isDelivered: false,
    isClicked: false,
    isDeleted: false,
    createdAt: "2026-11-19T01:05:00Z",
    sender: own ? me : farid,
    receiver: own ? farid : me,
    product: null,
    replyTo: null,
    card: null,
    offer: null,
    warnings: [],
    clientId: null,
    ...change,
  };
}

const step = (kind: string, actorId: number | null, details: Record<string, unknown> = {}) => ({
  kind,
  actorId,
  at: `2026-11-1${kind.length % 10}T01:05:00Z`,
  details,
});

export const aDocument: OrderDetails["documents"][number] = {
  name: "receipt.pdf",
  contentType: "application/pdf",
  size: 120_000,
  width: null,
  height: null,
  url: "/api/message-files/t1?for=7",
  senderId: 7,
  at: "2026-11-18T02:05:00Z",
};

export function anOrder(change: Partial<OrderDetails> = {}): OrderDetails {
  return {
    id: 12,
    orderNumber: "W000012",
    createdAt: "2026-11-18T01:05:00Z",
    status: "shipped",
    transactionStatus: "WAITING_DELIVERY",
    total: 560,
    itemCount: 1,
    items: [{ id: 5, name: "Smoke Vesper", imageUrl: null, price: 560, status: "active", listingType: "fixed" }],
    seller: person(9, "farid.h"),
    buyer: person(7, "nurul"),
    courier: "poslaju",
    trackingNumber: "EH123456789MY",
    cancelAskedBy: null,
    cancelAskedUntil: null,
    timeline: [
      step("offered", 9),
      step("initiate", 7),
      step("confirm_payment", 9),
      step("shipped", 9, { courier: "poslaju", tracking: "EH123456789MY" }),
      step("weighed_by_courier", null),
    ],
    documents: [],
    ...change,
  };
}

export function boughtListing(change: Partial<Schemas["CatalogBoughtListingOut"]> = {}) {
  return {
    dealId: 12,
    productId: 5,
    boughtAt: "2026-11-18T01:05:00Z",
    name: "Smoke Vesper",
    brand: "Verrane",
    description: "Never left its drawer.",
    category: "Niche",
    price: 600,
    listingType: "fixed",
    isNew: false,
    volume: 100,
    remainingPercentage: 80,
    boxCondition: "No Box",
    concentration: null,
    notes: null,
    state: null,
    batchCode: null,
    purchaseYear: 2023,
    images: [{ imageUrl: "/api/images/abc", kind: "front" }],
    ...change,
  } satisfies Schemas["CatalogBoughtListingOut"];
}

export function aCard(
  actionType: string,
  card: Partial<NonNullable<Message["card"]>>,
  change: Partial<Message> = {},
): Message {
  const words = { transactionId: 6, title: "Payment", text: "", state: "open" as const, amount: 560, progress: 1 };
  const sale = { auctionId: null, payBy: null };
  return aMessage(3, "", { messageType: "ACTION", actionType, card: { ...words, ...sale, ...card }, ...change });
}
