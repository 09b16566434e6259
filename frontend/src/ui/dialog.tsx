/** A dialog: title in serif, safe action left of the main one, closes with Escape, gives focus back. */
import { useLingui } from "@lingui/react";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { icon } from "./icon";
import { IconButton } from "./icon-button";

interface Props {
  open: boolean;
  title: string;
  onClose: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** The browser's own modal: Radix's would add a style element, which the page's security policy refuses. */
export function Dialog({ open, title, onClose, actions, children }: Props) {
  const { i18n } = useLingui();
  const box = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = box.current;
    if (open && dialog && !dialog.open) {
      opener.current = document.activeElement;
      dialog.showModal();
    }
    if (!open) dialog?.close();
  }, [open]);
  // Closing gives the focus back by itself; a dialog that is taken away has to do it here.
  useEffect(() => () => giveBack(opener.current), []);
  return (
    <dialog
      ref={box}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(520px,calc(100%-32px))] rounded-2 border border-line bg-surface text-ink shadow-lift backdrop:bg-scrim open:animate-enter max-md:mb-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:rounded-t-sheet"
    >
      <div className="flex items-center justify-between gap-4 pt-3.5 pr-3 pl-6">
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        <IconButton label={i18n.t("Close")} onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
      <div className="grid gap-4 px-6 pt-3 pb-6">{children}</div>
      {actions && (
        <div className="flex justify-end gap-3 border-t border-line px-6 py-4 max-md:*:flex-1">{actions}</div>
      )}
    </dialog>
  );
}

function giveBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
