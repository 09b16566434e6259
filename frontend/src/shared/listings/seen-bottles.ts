export interface Seen {
  id: number;
  name: string;
  brand: string;
  imageUrl: string | null;
}

const KEY = "wangi_seen";
const MOST = 12;

export function readSeenBottles(): Seen[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function storeSeenBottle({ id, name, brand, imageUrl }: Seen): void {
  const others = readSeenBottles().filter((seenBottle) => seenBottle.id !== id);
  localStorage.setItem(KEY, JSON.stringify([{ id, name, brand, imageUrl }, ...others].slice(0, MOST)));
}

export function deleteSeenBottles(): void {
  localStorage.removeItem(KEY);
}
