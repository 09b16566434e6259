import { useSyncExternalStore } from "react";
import { MESSAGES_ON_DEVICE } from "@/shared/session/session";

export type Recipient = "seller" | "buyer";

export interface Waiting {
  clientId: string;
  receiverId: number;
  recipient?: Recipient;
  content: string;
  productId?: number;
  replyToId?: number;
  createdAt: string;
  refused?: string;
}

interface Kept {
  ownerId: number;
  drafts: Record<number, string>;
  waiting: Waiting[];
}

const MAX_DRAFTS = 50;
export const MAX_WAITING = 50;

let cached: Kept | undefined;
/** If the stored text differs, another tab or a sign-out has changed it. */
let storedThen: string | null = null;
const listeners = new Set<() => void>();

function readKept(ownerId: number): Kept {
  const stored = localStorage.getItem(MESSAGES_ON_DEVICE);
  if (cached?.ownerId === ownerId && stored === storedThen) return cached;
  storedThen = stored;
  let cachedKept: Kept | null = null;
  try {
    cachedKept = JSON.parse(stored ?? "null");
  } catch {}
  cached = cachedKept?.ownerId === ownerId ? cachedKept : { ownerId, drafts: {}, waiting: [] };
  return cached;
}

function writeKept(next: Kept): void {
  cached = next;
  try {
    localStorage.setItem(MESSAGES_ON_DEVICE, JSON.stringify(next));
  } catch {
    // Storage is full: kept in memory for this page only.
  }
  storedThen = localStorage.getItem(MESSAGES_ON_DEVICE);
  for (const listener of listeners) listener();
}

export const draftOf = (ownerId: number, userId: number): string => readKept(ownerId).drafts[userId] ?? "";

export function keepDraft(ownerId: number, userId: number, words: string): void {
  const { [userId]: _, ...others } = readKept(ownerId).drafts;
  const recent = Object.fromEntries(Object.entries(others).slice(-(MAX_DRAFTS - 1)));
  writeKept({ ...readKept(ownerId), drafts: words ? { ...recent, [userId]: words } : others });
}

export const waitingOf = (ownerId: number): Waiting[] => readKept(ownerId).waiting;

export function putWaiting(ownerId: number, message: Waiting): void {
  const others = waitingOf(ownerId).filter(({ clientId }) => clientId !== message.clientId);
  writeKept({ ...readKept(ownerId), waiting: [...others, message] });
}

export function dropWaiting(ownerId: number, clientId: string): void {
  writeKept({ ...readKept(ownerId), waiting: waitingOf(ownerId).filter((waiting) => waiting.clientId !== clientId) });
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
