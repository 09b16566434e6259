declare global {
  interface Window {
    wangiPressed?: HTMLButtonElement;
  }
}

export function carryOn(page: HTMLElement): () => void {
  const fields = () => [...page.querySelectorAll("input")];
  const buttons = () => [...page.querySelectorAll("button")];
  // Drawn fields can be typed in until the app replaces them.
  const drawn = fields();
  const drawnButtons = buttons();
  let last: EventTarget | null = document.activeElement;
  const remember = ({ target }: FocusEvent) => {
    last = target;
  };
  document.addEventListener("focusin", remember);
  return () => {
    document.removeEventListener("focusin", remember);
    const here = fields();
    for (const before of drawn) {
      const same = (input: HTMLInputElement) => input.name === before.name && input.ariaLabel === before.ariaLabel;
      const field = here.filter(same)[drawn.filter(same).indexOf(before)];
      if (!field) continue;
      if (before === last) field.focus({ preventScroll: true });
      if (before.value === before.defaultValue) continue;
      // Set as if typed, because React listens for the event.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, before.value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (before.selectionStart !== null) field.setSelectionRange(before.selectionStart, before.selectionEnd);
    }
    const pressed = window.wangiPressed;
    const alike = (button: HTMLButtonElement) => button.textContent === pressed?.textContent;
    if (pressed) buttons().filter(alike)[drawnButtons.filter(alike).indexOf(pressed)]?.click();
  };
}
