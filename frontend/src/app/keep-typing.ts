/** The page is drawn before its code is here: what somebody has typed meanwhile goes on in the field of the same place. */
export function keepTyping(page: HTMLElement): () => void {
  const fields = () => [...page.querySelectorAll("input")];
  const before = document.activeElement;
  if (!(before instanceof HTMLInputElement)) return () => {};
  const place = fields().indexOf(before);
  const { value, selectionStart, selectionEnd } = before;
  return () => {
    const field = fields()[place];
    if (!field) return;
    field.focus({ preventScroll: true });
    if (!value) return;
    // As if it were typed: the field's own code must hear of it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.setSelectionRange(selectionStart, selectionEnd);
  };
}
