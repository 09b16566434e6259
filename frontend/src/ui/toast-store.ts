export type ToastTone = "plain" | "good" | "bad" | "warn";

export interface ToastContent {
  title: string;
  text?: string;
  tone?: ToastTone;
}

export interface Toast extends ToastContent {
  id: string;
  revision: number;
  open: boolean;
}

const REMOVE_AFTER_MS = 1_000_000;

let current: Toast | null = null;
let toastCount = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function showToast(content: ToastContent, id?: string): string {
  const same = id !== undefined && current?.id === id;
  toastCount += 1;
  clearTimeout(removal);
  current = {
    ...content,
    id: id ?? `toast-${toastCount}`,
    revision: same ? (current?.revision ?? 0) + 1 : 0,
    open: true,
  };
  notifyListeners();
  return current.id;
}

export function dismissToast(): void {
  if (!current) return;
  current = { ...current, open: false };
  clearTimeout(removal);
  removal = setTimeout(forgetToast, REMOVE_AFTER_MS);
  notifyListeners();
}

export function forgetToast(): void {
  clearTimeout(removal);
  current = null;
  notifyListeners();
}

export function readToast(): Toast | null {
  return current;
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
