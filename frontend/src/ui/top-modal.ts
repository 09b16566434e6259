/** Toasts are rendered inside the top modal, because everything outside is inert. */

const standing: HTMLElement[] = [];
const listeners = new Set<() => void>();

export const topModal = (): HTMLElement | null => standing.at(-1) ?? null;

export function standUp(box: HTMLElement): () => void {
  standing.push(box);
  tell();
  return () => {
    standing.splice(standing.indexOf(box), 1);
    tell();
  };
}

export function onTopModal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
