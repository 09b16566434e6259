import { useSyncExternalStore } from "react";
import { MESSAGES_ON_DEVICE } from "@/shared/session/session";

export type Recipient = "seller" | "buyer";

export interface Waiting {
  clientId: string;
  receiverId: number;
  /** For analytics; missing from what an older page has kept. */
  recipient?: Recipient;
  content: string;
  productId?: number;
  replyToId?: number;
  createdAt: string;
  /** Why it was refused; without it, it goes as soon as there is a connection. */
  refused?: string;
}

interface Kept {
  ownerId: number;
  drafts: Record<number, string>;
  waiting: Waiting[];
}

const MOST_DRAFTS = 50;
export const MOST_WAITING = 50;

let cached: Kept | undefined;
/** What was stored when `cached` was read or written: anything else is another tab's, or cleared at the sign-out. */
let storedThen: string | null = null;
const listeners = new Set<() => void>();

function read(ownerId: number): Kept {
  const stored = localStorage.getItem(MESSAGES_ON_DEVICE);
  if (cached?.ownerId === ownerId && stored === storedThen) return cached;
  storedThen = stored;
  let known: Kept | null = null;
  try {
    known = JSON.parse(stored ?? "null");
  } catch {
    // Written by something else: it is begun anew.
  }
  cached = known?.ownerId === ownerId ? known : { ownerId, drafts: {}, waiting: [] };
  return cached;
}

function write(next: Kept): void {
  cached = next;
  try {
    localStorage.setItem(MESSAGES_ON_DEVICE, JSON.stringify(next));
  } catch {
    // A full device keeps them for this page only.
  }
  storedThen = localStorage.getItem(MESSAGES_ON_DEVICE);
  for (const listener of listeners) listener();
}

export const draftOf = (ownerId: number, userId: number): string => read(ownerId).drafts[userId] ?? "";

export function keepDraft(ownerId: number, userId: number, words: string): void {
  const { [userId]: _, ...others } = read(ownerId).drafts;
  const recent = Object.fromEntries(Object.entries(others).slice(-(MOST_DRAFTS - 1)));
  write({ ...read(ownerId), drafts: words ? { ...recent, [userId]: words } : others });
}

export const waitingOf = (ownerId: number): Waiting[] => read(ownerId).waiting;

export function putWaiting(ownerId: number, message: Waiting): void {
  const others = waitingOf(ownerId).filter(({ clientId }) => clientId !== message.clientId);
  write({ ...read(ownerId), waiting: [...others, message] });
}

export function dropWaiting(ownerId: number, clientId: string): void {
  write({ ...read(ownerId), waiting: waitingOf(ownerId).filter((one) => one.clientId !== clientId) });
}

export function useWaiting(ownerId: number): Waiting[] {
  return useSyncExternalStore(onChange, () => waitingOf(ownerId));
}

function onChange(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== MESSAGES_ON_DEVICE) return;
    cached = undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}
