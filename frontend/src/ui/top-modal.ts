/** Toasts are rendered inside the top modal, because everything outside is inert. */

const openModals: HTMLElement[] = [];
const listeners = new Set<() => void>();

export const topModal = (): HTMLElement | null => openModals.at(-1) ?? null;

export function pushModal(box: HTMLElement): () => void {
  openModals.push(box);
  notifyListeners();
  return () => {
    openModals.splice(openModals.indexOf(box), 1);
    notifyListeners();
  };
}

export function onTopModal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
