/** What this browser remembers about push: for whom it was turned on, under which sign-in, and when that was last renewed. */
import { claimsOf, readToken } from "@/lib/session/token";

const KEY = "wangi_push";

interface Mark {
  user: string;
  session: string;
  at: number;
}

/** Whether push was turned on here by the person who is signed in now. */
export function isPushKept(): boolean {
  return readMark()?.user === claimsOf(readToken())?.sub;
}

export function readMark(): Mark | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

export function keepMark(): void {
  const { sub, sid } = (claimsOf(readToken()) ?? {}) as { sub?: string; sid?: string };
  localStorage.setItem(KEY, JSON.stringify({ user: sub ?? "", session: sid ?? "", at: Date.now() }));
}

export const dropMark = () => localStorage.removeItem(KEY);
