/** The messages of a thread as they are kept: new and changed ones are put in their places, and gaps are filled. */
import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { changedAfter, type Message, threadKey, threadsKey } from "./api";

const MOST_RETRIES = 5;

type Thread = InfiniteData<Message[], unknown>;

/** Every message that is kept, the oldest first. */
export function messagesOf(thread: Thread | undefined): Message[] {
  return thread ? thread.pages.toReversed().flat() : [];
}

function lastChange(thread: Thread): number {
  return Math.max(0, ...messagesOf(thread).map(({ changedSeq }) => changedSeq));
}

/** Put messages into a thread: changed ones where they stand, new ones at its end. */
export function withMessages(thread: Thread, messages: Message[]): Thread {
  const changed = new Map(messages.map((one) => [one.id, one]));
  const pages = thread.pages.map((page) =>
    page.map((known) => {
      const one = changed.get(known.id);
      changed.delete(known.id);
      return one && one.changedSeq >= known.changedSeq ? keepingRead(one, known) : known;
    }),
  );
  const [newest = [], ...older] = pages;
  const end = newest.at(-1)?.seq ?? 0;
  const added = [...changed.values()].filter(({ seq }) => seq > end).sort((a, b) => a.seq - b.seq);
  return { ...thread, pages: [[...newest, ...added], ...older] };
}

/** A read mark never goes back, also when an older answer comes late. */
function keepingRead(one: Message, known: Message): Message {
  return { ...one, isRead: one.isRead || known.isRead, isDelivered: one.isDelivered || known.isDelivered };
}

/** Take in one message that was heard; where others are missing before it, they are asked for. */
export async function takeIn(client: QueryClient, userId: number, message: Message): Promise<void> {
  const thread = client.getQueryData<Thread>(threadKey(userId));
  if (!thread) return readFailed(client, userId);
  if (message.changedSeq > lastChange(thread) + 1) return catchUp(client, userId);
  client.setQueryData<Thread>(threadKey(userId), (known) => known && withMessages(known, [message]));
}

/** Ask for all that changed after what is known; more than one answer holds is read anew. */
export async function catchUp(client: QueryClient, userId: number): Promise<void> {
  const thread = client.getQueryData<Thread>(threadKey(userId));
  if (!thread) return readFailed(client, userId);
  const after = lastChange(thread);
  const missed = await client
    .fetchQuery({
      queryKey: ["messages", "missed", userId, after],
      queryFn: () => changedAfter(userId, after),
      staleTime: 0,
      gcTime: 0,
      // The server tells of this once only; while it is away it is asked again.
      retry: (failures, error) => failures < MOST_RETRIES && [0, 502, 503, 504].includes(asRefusal(error).status),
    })
    .catch(() => null);
  if (!missed) return;
  if (missed.length === 100) return void client.resetQueries({ queryKey: threadKey(userId) });
  client.setQueryData<Thread>(threadKey(userId), (known) => known && withMessages(known, missed));
}

/** A thread whose reading failed is read again once the server is heard of, as if its reader had pressed Retry. */
function readFailed(client: QueryClient, userId: number): Promise<void> {
  const hasFailed = (query: Query) => query.state.status === "error";
  return client.refetchQueries({ queryKey: threadKey(userId), predicate: hasFailed }, { cancelRefetch: false });
}

/** The epoch of the numbers that are kept. */
const epochs = new WeakMap<QueryClient, number>();

/** A database that was restored counts from an earlier number again: what is kept is read anew. */
export function followEpoch(client: QueryClient, epoch: number): void {
  const before = epochs.get(client) ?? epoch;
  epochs.set(client, epoch);
  if (before !== epoch) void client.resetQueries({ queryKey: threadsKey });
}

export function seenUpTo(client: QueryClient, userId: number, upToId: number): void {
  client.setQueryData<Thread>(threadKey(userId), (known) => {
    if (!known) return known;
    const seen = (one: Message) => one.receiverId === userId && one.id <= upToId && !one.isRead;
    const pages = known.pages.map((page) =>
      page.map((one) => (seen(one) ? { ...one, isRead: true, isDelivered: true } : one)),
    );
    return { ...known, pages };
  });
}
