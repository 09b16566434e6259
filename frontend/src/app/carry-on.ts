/** The page is drawn before its code is here: what was typed and pressed meanwhile is carried over. */
declare global {
  interface Window {
    /** The last button pressed while the page was a drawing (public/start.js). */
    wangiPressed?: HTMLButtonElement;
  }
}

export function carryOn(page: HTMLElement): () => void {
  const fields = () => [...page.querySelectorAll("input")];
  const buttons = () => [...page.querySelectorAll("button")];
  // They keep their words when they leave the page: typing goes on until the moment they do.
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
      // A search may stand in the page's head and in the page: the second stays the second.
      const same = (one: HTMLInputElement) => one.name === before.name && one.ariaLabel === before.ariaLabel;
      const field = here.filter(same)[drawn.filter(same).indexOf(before)];
      if (!field) continue;
      if (before === last) field.focus({ preventScroll: true });
      if (before.value === before.defaultValue) continue;
      // As if it were typed: the field's own code must hear of it.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, before.value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (before.selectionStart !== null) field.setSelectionRange(before.selectionStart, before.selectionEnd);
    }
    const pressed = window.wangiPressed;
    const alike = (one: HTMLButtonElement) => one.textContent === pressed?.textContent;
    if (pressed) buttons().filter(alike)[drawnButtons.filter(alike).indexOf(pressed)]?.click();
  };
}
