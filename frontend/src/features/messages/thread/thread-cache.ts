import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { changedAfter, type Message, threadKey, threadsKey } from "../api";

const MAX_RETRIES = 5;

type Thread = InfiniteData<Message[], unknown>;

export function messagesOf(thread: Thread | undefined): Message[] {
  return thread ? thread.pages.toReversed().flat() : [];
}

function lastChange(thread: Thread): number {
  return Math.max(0, ...messagesOf(thread).map(({ changedSeq }) => changedSeq));
}

export function withMessages(thread: Thread, messages: Message[]): Thread {
  const changed = new Map(messages.map((message) => [message.id, message]));
  const pages = thread.pages.map((page) =>
    page.map((cached) => {
      const update = changed.get(cached.id);
      changed.delete(cached.id);
      return update && update.changedSeq >= cached.changedSeq ? keepingRead(update, cached) : cached;
    }),
  );
  const [newest = [], ...older] = pages;
  const end = newest.at(-1)?.seq ?? 0;
  const added = [...changed.values()].filter(({ seq }) => seq > end).sort((a, b) => a.seq - b.seq);
  return { ...thread, pages: [[...newest, ...added], ...older] };
}

/** A late answer must not move the read mark back. */
function keepingRead(message: Message, cached: Message): Message {
  return {
    ...message,
    isRead: message.isRead || cached.isRead,
    isDelivered: message.isDelivered || cached.isDelivered,
  };
}

export async function takeIn(client: QueryClient, userId: number, message: Message): Promise<void> {
  const thread = client.getQueryData<Thread>(threadKey(userId));
  if (!thread) return readFailed(client, userId);
  if (message.changedSeq > lastChange(thread) + 1) return catchUp(client, userId);
  client.setQueryData<Thread>(threadKey(userId), (current) => current && withMessages(current, [message]));
}

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
      // The server sends this once only, so it is retried while the server is away.
      retry: (failures, error) => failures < MAX_RETRIES && [0, 502, 503, 504].includes(asRefusal(error).status),
    })
    .catch(() => null);
  if (!missed) return;
  if (missed.length === 100) return void client.resetQueries({ queryKey: threadKey(userId) });
  client.setQueryData<Thread>(threadKey(userId), (current) => current && withMessages(current, missed));
}

function readFailed(client: QueryClient, userId: number): Promise<void> {
  const hasFailed = (query: Query) => query.state.status === "error";
  return client.refetchQueries({ queryKey: threadKey(userId), predicate: hasFailed }, { cancelRefetch: false });
}

/** Numbers restart after a restored database, so a new epoch refetches everything. */
const epochs = new WeakMap<QueryClient, number>();

export function followEpoch(client: QueryClient, epoch: number): void {
  const before = epochs.get(client) ?? epoch;
  epochs.set(client, epoch);
  if (before !== epoch) void client.resetQueries({ queryKey: threadsKey });
}

export function seenUpTo(client: QueryClient, userId: number, upToId: number): void {
  client.setQueryData<Thread>(threadKey(userId), (current) => {
    if (!current) return current;
    const seen = (message: Message) => message.receiverId === userId && message.id <= upToId && !message.isRead;
    const pages = current.pages.map((page) =>
      page.map((message) => (seen(message) ? { ...message, isRead: true, isDelivered: true } : message)),
    );
    return { ...current, pages };
  });
}
