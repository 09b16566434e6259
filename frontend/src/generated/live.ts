// Generated from libs/contracts/live.py by `wangi contracts`; never edited.

/** A command may carry an id; the reply to it carries the same. */
export interface Reply {
  id?: string | number;
}

export interface ActionConfirmed {
  messageId: number;
  transactionId: number;
  actionType: string;
}

export interface AuctionEnded {
  auctionId: number;
  outcome: string;
  winnerId: number | null;
  price: number | null;
  seq: number;
  epoch: number;
}

export interface AuctionExtended {
  auctionId: number;
  endsAt: string;
  seq: number;
  epoch: number;
}

export interface AuthIn {
  userId?: number | string | null;
  token: string;
}

export interface AuthSuccess {
  userId: number;
}

export interface BidAccepted {
  auctionId: number;
  bid: LiveBid;
  result: string;
  message: string;
}

export type Connected = Record<string, never>;

export interface ConversationFrame {
  userId: number;
  messages: Array<Record<string, unknown>>;
}

export interface LiveError {
  message: string;
  code: string;
  details: Record<string, unknown>;
}

export interface GetConversationIn {
  userId: number;
  productId?: number | null;
  before?: number | null;
  after?: number | null;
}

export interface JoinAuctionIn {
  auctionId: number;
  userId?: number | string | null;
}

export interface LeaveAuctionIn {
  auctionId: number;
  userId?: number | string | null;
}

export interface LiveAuction {
  currentBid: number;
  currentBidderId: number;
  bidCount: number;
  minimumBid: number;
  endsAt: string;
  reserveMet: boolean | null;
}

export interface LiveBid {
  id: number;
  auctionId: number;
  bidderId: number;
  bidder: LiveBidder;
  amount: number;
  isAuto: boolean;
  placedAt: string;
  isWinning: boolean;
}

export interface LiveBidder {
  id: number;
  name: string;
  isDeleted: boolean;
}

export interface MarkReadIn {
  messageId?: number | null;
  senderId?: number | null;
}

export interface MessageFrame {
  message: Record<string, unknown>;
}

export interface MessagesRead {
  readerId: number;
  senderId: number;
  messageIds: Array<number>;
  upToId: number | null;
}

export type MessagesResync = Record<string, never>;

export interface NewBid {
  auctionId: number;
  bid: LiveBid;
  auction: LiveAuction;
  seq: number;
  epoch: number;
  fromSeq?: number | null;
  count?: number | null;
  bids?: Array<LiveBid> | null;
}

export interface Notice {
  noticeId: number;
}

export interface PlaceBidIn {
  auctionId: number;
  amount: number | string;
  maxAmount?: number | string;
  userId?: number | string | null;
  timestamp?: string | number | null;
}

export interface PresenceIn {
  userId?: number | null;
  isActive?: boolean;
}

export interface Presence {
  userId: number;
  isActive: boolean;
  minutesAgo: number | null;
}

export interface Resync {
  auctionId: number;
  seq: number;
  epoch: number;
  serverNow?: string | null;
  bidCount?: number | null;
}

export interface SendActionMessageIn {
  receiverId: number;
  productId: number;
  actionType?: string;
}

export interface SendMessageIn {
  receiverId: number;
  content: string;
  productId?: number | null;
  replyToId?: number | null;
  clientId?: string | null;
}

export interface StaffWork {
  areas: Array<string>;
}

export interface TypingIn {
  userId: number;
  productId?: number | null;
  isTyping: boolean;
}

export interface Typing {
  userId: number;
  productId?: number | null;
  isTyping: boolean;
}

export interface Watchers {
  auctionId: number;
  watchers: number;
}

export interface ClientFrames {
  auth: AuthIn & Reply;
  joinAuction: JoinAuctionIn & Reply;
  leaveAuction: LeaveAuctionIn & Reply;
  placeBid: PlaceBidIn & Reply;
  send_message: SendMessageIn & Reply;
  send_action_message: SendActionMessageIn & Reply;
  mark_read: MarkReadIn & Reply;
  get_conversation: GetConversationIn & Reply;
  typing: TypingIn & Reply;
  presence: PresenceIn & Reply;
}

export interface ServerFrames {
  connected: Connected & Reply;
  auth_success: AuthSuccess & Reply;
  newBid: NewBid & Reply;
  bidAccepted: BidAccepted & Reply;
  auctionExtended: AuctionExtended & Reply;
  auctionEnded: AuctionEnded & Reply;
  resync: Resync & Reply;
  notice: Notice & Reply;
  new_message: MessageFrame & Reply;
  message_sent: MessageFrame & Reply;
  message_changed: MessageFrame & Reply;
  messages_resync: MessagesResync & Reply;
  messages_read: MessagesRead & Reply;
  action_confirmed: ActionConfirmed & Reply;
  conversation: ConversationFrame & Reply;
  typing: Typing & Reply;
  presence: Presence & Reply;
  watchers: Watchers & Reply;
  staff_work: StaffWork & Reply;
  error: LiveError & Reply;
}
