import { claimsOf, readToken } from "@/lib/session/token";

const KEY = "wangi_push";

interface Mark {
  user: string;
  session: string;
  at: number;
  endpoint: string;
}

export function isPushKept(): boolean {
  const mark = readPushRecord();
  return mark !== null && mark.user === claimsOf(readToken())?.sub;
}

export function readPushRecord(): Mark | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

export function savePushRecord(endpoint: string): void {
  const { sub, sid } = (claimsOf(readToken()) ?? {}) as { sub?: string; sid?: string };
  localStorage.setItem(KEY, JSON.stringify({ user: sub ?? "", session: sid ?? "", at: Date.now(), endpoint }));
}

export const deletePushRecord = () => localStorage.removeItem(KEY);
