import type { ClientFrames, LiveError, ServerFrames } from "@/generated/live";
import { Refusal } from "@/lib/calls/refusal";

export type { ClientFrames, ServerFrames } from "@/generated/live";
export type ServerFrameName = keyof ServerFrames;
export type ClientFrameName = keyof ClientFrames;

export const SERVER_FRAMES: ServerFrameName[] = [
  "connected",
  "auth_success",
  "newBid",
  "bidAccepted",
  "auctionExtended",
  "auctionEnded",
  "resync",
  "notice",
  "new_message",
  "message_sent",
  "message_changed",
  "messages_resync",
  "messages_read",
  "action_confirmed",
  "conversation",
  "typing",
  "presence",
  "watchers",
  "staff_work",
  "error",
];

export function readReply(reply: unknown): unknown {
  if (isLiveError(reply)) throw new Refusal(0, reply.code, reply.message, reply.details ?? {});
  return reply;
}

function isLiveError(reply: unknown): reply is LiveError {
  return typeof reply === "object" && reply !== null && "code" in reply && "message" in reply;
}
